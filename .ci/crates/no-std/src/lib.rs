//! Uses laige with an allocator and a panic handler of its own. If anything below linked the standard library, there
//! would be two panic handlers, and this would not compile.
#![no_std]

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use core::panic::PanicInfo;

use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

/// Runs a small simulation and gives the number of its entities.
#[unsafe(no_mangle)]
pub extern "C" fn simulate() -> u32 {
    let Ok(mut world) = World::new(Options::with_capacity(10)) else { return 0 };
    let _ = world.register::<Pos>();
    let _ = world.spawn(Pos { x: 1.0 });
    query!(world, |pos: &mut Pos| pos.x += 1.0);
    world.entity_count()
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// Memory that is given out once.
struct Bump {
    memory: Cell<[u64; 1 << 16]>,
    used: Cell<usize>,
}

// SAFETY: nothing here is called from two threads.
unsafe impl Sync for Bump {}

// SAFETY: gives out parts of `memory` that are apart and aligned, or null.
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.memory.as_ptr().cast::<u8>();
        let at = (start as usize + self.used.get()).next_multiple_of(layout.align()) - start as usize;
        if at + layout.size() > size_of::<[u64; 1 << 16]>() {
            return core::ptr::null_mut();
        }
        self.used.set(at + layout.size());
        start.wrapping_add(at)
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static MEMORY: Bump = Bump { memory: Cell::new([0; 1 << 16]), used: Cell::new(0) };
