// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What profilers hand over: the messages of `tsl/profiler/protobuf/xplane.proto` that are used
//! here.

use prost::Message;
use std::collections::BTreeMap;

/// `XSpace`.
#[derive(Clone, PartialEq, Message)]
pub struct Space {
    #[prost(message, repeated, tag = "1")]
    pub planes: Vec<Plane>,
}

/// `XPlane`: lines of events, whose names are in a table.
#[derive(Clone, PartialEq, Message)]
pub struct Plane {
    #[prost(int64, tag = "1")]
    pub id: i64,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(message, repeated, tag = "3")]
    pub lines: Vec<Line>,
    #[prost(btree_map = "int64, message", tag = "4")]
    pub event_metadata: BTreeMap<i64, EventMetadata>,
}

/// `XLine`: what happens in one place, one after the other.
#[derive(Clone, PartialEq, Message)]
pub struct Line {
    #[prost(int64, tag = "1")]
    pub id: i64,
    #[prost(string, tag = "2")]
    pub name: String,
    /// What the offsets of events count from, in nanoseconds since 1970.
    #[prost(int64, tag = "3")]
    pub timestamp_ns: i64,
    #[prost(message, repeated, tag = "4")]
    pub events: Vec<Event>,
}

/// `XEvent`, in picoseconds.
#[derive(Clone, PartialEq, Message)]
pub struct Event {
    #[prost(int64, tag = "1")]
    pub metadata_id: i64,
    #[prost(int64, tag = "2")]
    pub offset_ps: i64,
    #[prost(int64, tag = "3")]
    pub duration_ps: i64,
}

/// `XEventMetadata`.
#[derive(Clone, PartialEq, Message)]
pub struct EventMetadata {
    #[prost(int64, tag = "1")]
    pub id: i64,
    #[prost(string, tag = "2")]
    pub name: String,
}
