//! The naive world: the stream that the reference engine's state hash is made of, written out byte by byte.

use super::Model;
use crate::parts::PARTS;

impl Model {
    /// The component state hash after so many ticks.
    pub(crate) fn state_hash(&self, tick: u64) -> u64 {
        self.stream(tick).into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        })
    }

    fn stream(&self, tick: u64) -> Vec<u8> {
        let mut stream = Vec::new();
        let words = |stream: &mut Vec<u8>, words: &[u64]| {
            stream.extend(words.iter().flat_map(|word| word.to_be_bytes()));
        };
        words(&mut stream, &[tick, self.live.len() as u64]);
        for (&slot, body) in &self.live {
            words(&mut stream, &[slot.into(), body.generation.into()]);
        }
        let mut kinds: Vec<(Vec<u64>, usize)> = Vec::new();
        for (place, kind) in
            self.kinds.iter().enumerate().filter(|(_, kind)| !kind.entities.is_empty())
        {
            let ids = self.signature(kind).into_iter().map(|id| id.get().into()).collect();
            kinds.push((ids, place));
        }
        kinds.sort();
        for (ids, kind) in kinds.into_iter().filter(|(ids, _)| !ids.is_empty()) {
            words(&mut stream, &[ids.len() as u64]);
            words(&mut stream, &ids);
            words(&mut stream, &[self.kinds[kind].entities.len() as u64]);
            for &entity in &self.kinds[kind].entities {
                for id in &ids {
                    let part = self.registered[*id as usize - 1];
                    let body = &self.live[&self.slot_of(entity)];
                    stream.extend((PARTS[part].bytes)(body.values[&part]));
                }
            }
        }
        stream
    }
}
