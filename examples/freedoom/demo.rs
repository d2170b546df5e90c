//! A recorded demo: which map it was played on, and one command per tic.
//! It only reads the recording; what a command does is the player's business.

use super::fault::Fault;
use super::wad::Lump;

/// How many tics make a second.
pub const TICS_PER_SECOND: u64 = 35;

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

#[cfg(test)]
mod tests {
    use super::super::arguments::data_file;
    use super::super::wad::Wad;
    use super::*;

    const HEADER: [u8; 13] = [109, 3, 2, 3, 0, 0, 0, 0, 0, 1, 0, 0, 0];

    fn parse(bytes: &[u8]) -> Result<Demo, String> {
        let wad =
            Wad::open(&data_file("freedoom-demos.wad")).expect("the data is in the repository");
        let name = wad.lump("DEMO1").expect("the data has it").name;
        Demo::parse(Lump { name, bytes }).map_err(|fault| fault.to_string())
    }

    #[test]
    fn all_four_demos_have_the_tics_and_maps_they_were_recorded_with() {
        let wad =
            Wad::open(&data_file("freedoom-demos.wad")).expect("the data is in the repository");
        let demos = ["DEMO1", "DEMO2", "DEMO3", "DEMO4"].map(|name| {
            let demo = Demo::parse(wad.lump(name).expect("the data has it")).expect("it is whole");
            (demo.map_name(), demo.commands.len())
        });
        let known = [("E1M4", 1531), ("E2M3", 2763), ("E3M3", 1241), ("E4M6", 6467)];
        assert_eq!(demos, known.map(|(map, tics)| (map.to_owned(), tics)));
    }

    #[test]
    fn a_command_is_four_bytes() {
        let demo =
            parse(&[&HEADER[..], &[50, 0xF0, 0xFF, 0b1_0101, 0x80]].concat()).expect("it is whole");
        let [command] = demo.commands[..] else { panic!("one command was recorded") };
        assert_eq!((command.forward, command.side, command.turn), (50, -16, 255));
        assert!(command.fires() && command.moves());
        assert_eq!(command.weapon(), Some(2));
    }

    #[test]
    fn of_several_players_the_first_is_followed() {
        let header = [109, 3, 2, 3, 0, 0, 0, 0, 0, 1, 1, 0, 0];
        let tics = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0x80];
        let demo = parse(&[&header[..], &tics].concat()).expect("it is whole");
        let forward: Vec<_> = demo.commands.iter().map(|command| command.forward).collect();
        assert_eq!(forward, [1, 3]);
    }

    /// Why a demo of these parts is refused.
    fn refused(parts: &[&[u8]]) -> String {
        parse(&parts.concat()).expect_err("it is broken")
    }

    #[test]
    fn demos_that_are_cut_off_are_refused() {
        let whole = [&HEADER[..], &[1, 0, 0, 0, 0x80]].concat();
        assert!(parse(&whole).is_ok());
        for length in 0..whole.len() {
            assert!(refused(&[&whole[..length]]).contains("cut off"));
        }
    }

    #[test]
    fn other_versions_and_empty_demos_are_refused() {
        assert!(refused(&[&[104], &HEADER[1..], &[0x80]]).contains("version 104"));
        assert!(refused(&[&HEADER[..9], &[0, 0, 0, 0, 0x80]]).contains("without a player"));
        assert!(refused(&[&HEADER, &[0x80]]).contains("no tics"));
    }
}
