//! The engine of [`laige`](https://docs.rs/laige): entities, components in chunks, queries in defined order.
//!
//! Depend on the `laige` crate, which re-exports this one together with the macros. Layers, each using only those before it: limits,
//! error, entity, component, storage, query, world.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod audit;
mod bundle;
mod check;
mod command;
mod component;
mod config;
mod const_text;
mod entity;
mod entity_fields;
mod error;
mod events;
#[doc(hidden)]
pub mod faults;
mod fields;
mod guardrails;
pub mod limits;
mod migration;
mod names;
mod options;
mod prng;
mod query;
mod registry;
pub mod replay;
mod resource;
mod schedule;
mod slots;
mod sorting;
mod stable_id;
mod state;
mod stats;
mod storage;
mod system;
#[cfg(feature = "std")]
pub mod testing;
pub mod time;
mod type_table;
mod unique;
mod world;

pub use audit::Violation;
pub use bundle::Bundle;
pub use bytemuck;
pub use command::{ApplyReport, CommandKind, Commands, Refused};
pub use component::{Component, ComponentId, ComponentInfo, Toggle};
pub use entity::{Entity, HandleLayout, Label};
pub use error::{Error, ErrorCode, Report, Result};
pub use fields::{Field, Fields, Kind, Shape, Variant};
pub use guardrails::GuardrailStats;
pub use options::{OnGenerationWrap, OnStaleDespawn, Options, SlotOrder};
pub use prng::{Fork, Prng};
#[cfg(feature = "rayon")]
pub use query::PerChunk;
pub use query::{
    Alternatives, AnyOf, Chunks, Combinations, Filter, Has, ItemOf, Iter, Optional, Or, Outcome,
    Query, QueryMut, ReadTerms, SliceOf, SortBuffer, Sorted, Term, Terms, With, Without,
};
pub use resource::{Resource, ResourceView, StateResource};
pub use schedule::{DependencyFault, Schedule, ScheduleError};
pub use stable_id::StableId;
pub use state::digest::{Digest, DigestDifference, DigestTree};
pub use state::save::Delta;
#[cfg(feature = "serde")]
pub use state::serial;
pub use state::{Snapshot, Timeline};
pub use state::{diff, save, schema};
pub use stats::{ArchetypeStats, EntityStats};
pub use system::{
    Input, Local, Param, Res, ResMut, Stream, System, SystemList, SystemSpec, SystemsAdded, Tick,
};
pub use world::{
    ArchetypeView, ChunkView, Columns, EntityView, HandleMap, PreparedQuery, RunReport, Split,
    World,
};

pub use config::{Config, Numbers};
#[doc(inline)]
pub use time::Loop;

/// What expansions call. Not part of the public interface: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::bundle::{Alone, Bit, Bundle, Members, Nobody, Writer};
    pub use crate::component::{Component, ComponentType, Part, Toggle};
    pub use crate::error::CatalogueEntry;
    pub use crate::events::{ALL as EVENTS, EventInfo, Severity};
    pub use crate::fields::{AnyBits, Bits, Field, Fields, Parameter, Shape, Variant};
    pub use crate::query::{
        Access, AnyRow, Candidate, Distinct, Is, Joined, Maybe, Memory, Mode, OrRow, Output, Read,
        ReadRow, RowFn, RowTerm, SharedRowFn, Term, Write, alone, distinct,
    };
    pub use crate::resource::{Resource, ResourcePart, State, Transient};
    pub use crate::stable_id::StableId;
    pub use crate::system::{
        Body, Instance, InstanceName, NamePart, Param, ParamAccess, ParamProof, Params,
        ReferenceInRow, ReferenceParam, RowParam, RowParams, RowSystemFn, System, SystemCandidate,
        SystemFn, SystemKind, SystemSpec, check_param, check_rows, prove_param, prove_row_param,
    };
    pub use bytemuck;
    // By this path the words of an expansion mean the same beside a user's `core` or `Clone`.
    pub use core;

    pub mod check {
        pub use crate::check::*;
    }
    pub use crate::migration::{Migration, arrive, follow, migrate};
    pub use crate::names::Name;
}
