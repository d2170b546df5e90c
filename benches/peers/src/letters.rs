//! Twenty-six components, for workloads with many archetypes, and a table to reach them by number.

use laige::component;

use crate::components::Data;

/// What can be done with a letter, in both libraries.
#[derive(Clone, Copy, Debug)]
pub struct Letter {
    /// Registers it.
    pub register: fn(&mut laige::World),
    /// Spawns an entity that has it beside the data.
    pub spawn_ours: fn(&mut laige::World, Data) -> laige::Entity,
    /// Spawns an entity that has it beside the data.
    pub spawn_theirs: fn(&mut hecs::World, Data) -> hecs::Entity,
    /// Gives it to an entity.
    pub insert_ours: fn(&mut laige::World, laige::Entity),
    /// Gives it to an entity.
    pub insert_theirs: fn(&mut hecs::World, hecs::Entity),
}

/// Defines the components and the table.
macro_rules! letters {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("The letter ", stringify!($name), ".")]
            #[component]
            #[derive(Debug)]
            pub struct $name {
                /// Some value.
                pub value: f32,
            }
        )*

        /// All letters.
        pub const LETTERS: [Letter; 26] = [$(
            Letter {
                register: |world| {
                    world.register::<$name>().expect("room for the type");
                },
                spawn_ours: |world, data| world.spawn((data, $name { value: 0.0 })).expect("room"),
                spawn_theirs: |world, data| world.spawn((data, $name { value: 0.0 })),
                insert_ours: |world, e| world.insert(e, $name { value: 0.0 }).expect("alive"),
                insert_theirs: |world, e| world.insert_one(e, $name { value: 0.0 }).expect("alive"),
            },
        )*];
    };
}

letters! { A B C D E F G H I J K L M N O P Q R S T U V W X Y Z }
