//! Loading a save takes memory for what is there, not for what the bytes say is there.
//!
//! Case S19 (a huge length allocates first and is checked later).

use laige::{Entity, Options, Snapshot, World, component};
use twox_hash::XxHash3_128;

use crate::counting::peak_of;

#[component(id = "saves.large")]
struct Large([u64; 512]);

#[component(id = "saves.follows")]
struct Follows(Entity);

#[component(id = "saves.marked", toggle)]
struct Marked;

fn world() -> laige::Result<World> {
    let mut world = World::new(Options::with_capacity(4_000_000))?;
    world.register_all::<(Large, Follows, Marked)>()?;
    Ok(world)
}

fn saved() -> laige::Result<Vec<u8>> {
    let mut world = world()?;
    let leader = world.spawn(Large([7; 512]))?;
    world.insert(leader, Marked)?;
    for _ in 0..4 {
        let follower = world.spawn(Follows(leader))?;
        world.despawn(follower)?;
        world.spawn(Follows(leader))?;
    }
    world.snapshot().to_bytes()
}

/// Makes the hash at the end right.
fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - 16;
    let hash = XxHash3_128::oneshot(&bytes[..end]);
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
}

#[test]
fn no_bytes_take_more_memory_to_load_than_a_few_times_their_size() -> laige::Result<()> {
    let (whole, world) = (saved()?, world()?);
    let most = 4 * whole.len() as u64 + 8_192;
    let _ = Snapshot::from_bytes(&whole, &world);
    let taken = peak_of(|| assert!(Snapshot::from_bytes(&whole, &world).is_ok()));
    assert!(taken > whole.len() as u64 / 2 && taken < most, "{taken} for {}", whole.len());
    for at in (24..whole.len() - 24).filter(|at| at % 4 == 0 || *at < 700) {
        for number in [u64::MAX, u64::MAX / 2, u64::from(u32::MAX), 1 << 24, 3_999_999] {
            for width in [4, 8] {
                let mut changed = whole.clone();
                changed[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
                seal(&mut changed);
                let taken = peak_of(|| drop(Snapshot::from_bytes(&changed, &world)));
                assert!(taken < most, "{taken} bytes for {number} at {at}");
            }
        }
    }
    Ok(())
}
