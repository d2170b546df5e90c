//! Components of the workloads: the same types in every library.

use std::ops::AddAssign;

use laige::component;

/// Defines a vector of `f32` fields that another can be added to.
macro_rules! vectors {
    ($($(#[$doc:meta])* $name:ident += $step:ident { $($field:ident),* })*) => { $(
        $(#[$doc])*
        #[component]
        #[derive(Debug)]
        pub struct $name {
            $(
                #[doc = concat!("Coordinate ", stringify!($field), ".")]
                pub $field: f32,
            )*
        }

        impl AddAssign<$step> for $name {
            #[inline]
            fn add_assign(&mut self, step: $step) {
                $(self.$field += step.$field;)*
            }
        }

        impl Vector for $name {
            fn of(number: usize) -> Self {
                let number = (number % 1_000) as f32;
                Self { $($field: number),* }
            }

            fn bits(&self) -> u64 {
                0 $(+ u64::from(self.$field.to_bits()))*
            }
        }
    )* };
}

vectors! {
    /// A place of 8 bytes.
    Pos2 += Vel2 { x, y }
    /// A velocity of 8 bytes.
    Vel2 += Vel2 { x, y }
    /// A place of 12 bytes.
    Pos3 += Vel3 { x, y, z }
    /// A velocity of 12 bytes.
    Vel3 += Vel3 { x, y, z }
    /// Something of 12 bytes more.
    Spin += Spin { x, y, z }
}

/// A vector of `f32` fields.
pub trait Vector: laige::Component + bytemuck::Pod {
    /// Some value, by number.
    #[must_use]
    fn of(number: usize) -> Self;

    /// For checksums: the bits of the fields, which can be summed up in any order.
    #[must_use]
    fn bits(&self) -> u64;
}

/// Something of 64 bytes.
#[component]
#[derive(Debug)]
pub struct Matrix {
    /// The cells.
    pub cells: [f32; 16],
}

/// What is inserted and removed: 4 bytes.
#[component]
#[derive(Debug)]
pub struct Flag {
    /// Some value.
    pub value: u32,
}

/// What is set and taken back without a move.
#[component(toggle)]
#[derive(Debug)]
pub struct Stunned;

/// What is visited in many archetypes: 4 bytes.
#[component]
#[derive(Debug)]
pub struct Data {
    /// Some value.
    pub value: f32,
}

/// What few archetypes have.
#[component]
#[derive(Debug)]
pub struct Rare {
    /// Some value.
    pub value: f32,
}
