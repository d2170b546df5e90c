//! Large worlds and bundles fit a small stack. That is so where builds are optimised; without, each constructor has a copy of its value on the stack.
//!
//! Case P08 (large values on a small stack).

use laige::prelude::*;

#[component]
#[derive(Debug, PartialEq)]
struct Page<const N: u16>([u64; 512]);

/// Runs on a thread with 512 KiB of stack.
fn on_a_small_stack<R: Send>(run: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 * 1_024).spawn_scoped(scope, run);
        thread.expect("the thread starts").join().expect("it does not panic")
    })
}

/// 16 components of 4 KiB.
type Heavy = (
    (Page<0>, Page<1>, Page<2>, Page<3>, Page<4>, Page<5>, Page<6>, Page<7>),
    (Page<8>, Page<9>, Page<10>, Page<11>, Page<12>, Page<13>, Page<14>, Page<15>),
);

fn heavy() -> Heavy {
    // Without constructors, each of which would have a copy of its page on the stack of a debug build.
    fn eight<
        const A: u16,
        const B: u16,
        const C: u16,
        const D: u16,
        const E: u16,
        const F: u16,
        const G: u16,
        const H: u16,
    >() -> (Page<A>, Page<B>, Page<C>, Page<D>, Page<E>, Page<F>, Page<G>, Page<H>) {
        bytemuck::Zeroable::zeroed()
    }
    (eight(), eight())
}

#[test]
fn large_worlds_and_bundles_fit_a_small_stack() {
    on_a_small_stack(|| -> laige::Result<()> {
        let mut world = World::new(Options::with_capacity(1_000_000))?;
        world.register_all::<Heavy>()?;
        let entity = world.spawn(heavy())?;
        world.insert(entity, heavy())?;
        world.spawn_batch(std::iter::once_with(heavy))?;
        world.insert(entity, Page::<3>([7; 512]))?;
        assert_eq!(world.take::<Page<3>>(entity)?, Some(Page([7; 512])));
        assert_eq!(world.query_mut::<(&mut Page<0>, &Page<15>)>().count(), 2);
        world.settle();
        assert_eq!(world.audit(), Ok(()));
        drop(World::new(Options::with_capacity(16_777_216))?);
        Ok(())
    })
    .expect("there is room");
}
