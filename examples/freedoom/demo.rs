//! A recorded demo: which map it was played on, and one command per tic.
//! It only reads the recording; what a command does is the player's business.

use super::fault::Fault;
use super::wad::Lump;

/// How many tics make a second.
pub const TICS_PER_SECOND: u32 = 35;

/// A command's buttons.
const FIRE: u8 = 1;
const CHANGE_WEAPON: u8 = 4;

/// What the player did in one tic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Forward (or, when negative, backward) push.
    pub forward: i8,
    /// Push to the right.
    pub side: i8,
    /// Turn to the left, in 1/256 of a circle; more than 127 turns to the right.
    pub turn: u8,
    buttons: u8,
}

impl Command {
    pub fn fires(self) -> bool {
        self.buttons & FIRE != 0
    }

    /// The weapon slot the player changes to.
    pub fn weapon(self) -> Option<u32> {
        (self.buttons & CHANGE_WEAPON != 0).then_some(u32::from(self.buttons >> 3) & 7)
    }

    pub fn moves(self) -> bool {
        self.forward != 0 || self.side != 0
    }
}

/// A whole recording of one player.
#[derive(Debug)]
pub struct Demo {
    /// 0 (easiest) to 4 (hardest).
    pub skill: u8,
    episode: u8,
    map: u8,
    pub commands: Vec<Command>,
}

impl Demo {
    /// The name of the map it was played on, such as `E2M3`.
    pub fn map_name(&self) -> String {
        format!("E{}M{}", self.episode, self.map)
    }

    /// Reads a version 1.9 demo; of several players, the first one.
    pub fn parse(lump: Lump<'_>) -> Result<Self, Fault> {
        let demo = lump.name;
        let Some((header, tics)) = lump.bytes.split_first_chunk::<13>() else {
            return Err(Fault::DemoCut { demo, what: "its header has 13 bytes" });
        };
        let [version, skill, episode, map, _, _, _, _, _, players @ ..] = *header;
        if version != 109 {
            return Err(Fault::DemoVersion { demo, version });
        }
        let players = players.iter().filter(|&&present| present != 0).count();
        if players == 0 {
            return Err(Fault::DemoNobody { demo });
        }
        let commands = read_tics(tics, players);
        let commands = commands.ok_or(Fault::DemoCut { demo, what: "it has no end mark" })?;
        if commands.is_empty() {
            return Err(Fault::DemoCut { demo, what: "it has no tics" });
        }
        Ok(Self { skill, episode, map, commands })
    }
}

/// The first player's commands up to the end mark; nothing if there is no end mark.
fn read_tics(mut bytes: &[u8], players: usize) -> Option<Vec<Command>> {
    const END: u8 = 0x80;
    let mut commands = Vec::with_capacity(bytes.len() / (4 * players));
    loop {
        if *bytes.first()? == END {
            return Some(commands);
        }
        let (tic, rest) = bytes.split_at_checked(4 * players)?;
        let [forward, side, turn, buttons] = *tic.first_chunk::<4>()?;
        let push = |byte: u8| i8::from_le_bytes([byte]);
        commands.push(Command { forward: push(forward), side: push(side), turn, buttons });
        bytes = rest;
    }
}
