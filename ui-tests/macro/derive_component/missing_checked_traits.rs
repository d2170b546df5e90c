//! Beside the derive, a `checked` component has bytemuck's `NoUninit` and `CheckedBitPattern`.
use laige::Component;

#[derive(Clone, Copy, Component)]
#[laige(checked)]
#[repr(C)]
struct Door {
    open: bool,
}

fn main() {}
