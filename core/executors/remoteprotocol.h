// SPDX-License-Identifier: Apache-2.0
//
// What the two ends of a run elsewhere say to each other, one JSON object a line, each with a
// "kind". Version 5: news tell what a run is at.
//
// asker                                    node
// hello {version, job}                     hello {version, tool_version, known}
// manifest {trees: [suite, candidates…]}   need {sha256: […]}
// blob {sha256, data, last}
// start {name, preset}                     started {}
// attach {have, digest, restart, watcher,  attached {from, steered}
//   news: {name, count}, unconfined,
//   unconfined_as_root}
//                                          run {run}
//                                          task {name, hash, sound, reason}
// ack {seq}                                result {seq, evaluation}
// steer {number, command}                  news {name, count, news: […]}
// cancel {}                                ended {total, end}
// forget {}
//                                          error {error}
//
// `unconfined`: the asker's user typed, with this very call, that candidates leave the sandbox;
// what is missing means that they do not. A preset never says it.
//
// A job that the node knows needs no manifest and no start. `have` is how many evaluations the
// asker has and `digest` what storeprefix.h says of them: the node goes on behind them, or from the
// beginning where it does not agree. `seq` counts the evaluations of the node's store from 1. The
// node sends at most `resultsOnTheWay` results that were not acknowledged; what is acknowledged is
// in the asker's store.
//
// Commands and news are what steering.h says. Commands are numbered from 1 for each watcher; the
// node keeps them, and `steered` says how many it has. News are of the engine that works now, whose
// file has a `name`; `count` says how many there are with these. They are told once each, but those
// of an engine that has ended may be lost: what it did is in the results.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

inline constexpr int remoteProtocolVersion = 5;
inline constexpr std::int64_t resultsOnTheWay = 64;
/// Bytes of a file in one message.
inline constexpr std::size_t blobPiece = std::size_t{1} << 20;

} // namespace loupe
