// Package shard keeps finished games of self-play on disk. A shard is one file with the records of many games of one
// variant, written once and never changed. This comment is the specification of the file; the messages in it are
// described in proto/gipfel/v1/record.proto.
//
// # Format, version 1
//
// Integers of fixed size are little-endian. "Delimited" means preceded by the length in bytes as a varint, as package
// protodelim does it. A checksum is the CRC-32C (Castagnoli) of all bytes since the previous checksum, or since the start
// of the file.
//
//	magic     8 bytes   "GIPFEL\x1a\n"
//	version   uint32    1
//	header    delimited ShardHeader, at most 64 KiB
//	checksum  uint32
//	frames, each:
//	  length  uint32    of the frame in bytes, not 0
//	  frame             one zstd frame with a checksum of its content, which is a sequence of delimited Record messages,
//	                    at most 8 MiB in all
//	end       uint32    0
//	trailer   delimited ShardTrailer, at most 64 KiB
//	checksum  uint32
//
// Nothing follows. No record is split between frames. Where frames begin and end has no meaning; this writer begins a new
// frame when the next record would make the content exceed 1 MiB, so that a damaged place costs few games.
//
// # What follows from it
//
// A file that was cut off has no trailer, wherever the cut is; a flipped bit spoils a checksum. The records of a frame
// are handed out only after the frame's checksum has been verified, so that everything before the first damage can be
// used. See [DamageError].
//
// A shard appears under its name complete or not at all: it is written under a temporary name in the same directory,
// synced and published; an existing file is never replaced. See [Writer].
//
// The bytes are a function of the header and the records alone (for one version of the compressor): one thread, a fixed
// level, deterministic marshalling.
//
// Fields may be added to the messages within a version; a reader ignores those that it does not know. Everything else
// raises the version.
package shard

import (
	"fmt"
	"hash/crc32"
	"math"

	"gipfel/game"
	gipfelv1 "gipfel/proto/gipfel/v1"
)

// Version is the version of the format that this package writes, and the only one that it reads.
const Version = 1

// Extension is how the name of a shard ends.
const Extension = ".shard"

const magic = "GIPFEL\x1a\n"

// Limits that keep a reader's memory bounded whatever it is given.
const (
	maxMessage  = 64 << 10             // header and trailer, encoded
	maxContent  = 8 << 20              // content of one frame
	maxRecord   = maxContent - 8       // one record, encoded; its length comes on top
	maxFrame    = maxContent + 64<<10  // one frame, compressed; zstd adds a few bytes to what it cannot compress
	maxPlies    = 1 << 16              // of one game
	goalContent = 1 << 20              // a writer's frames exceed this only if a single record does
	maxSeats    = int(game.MaxPlayers) // of one game
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Header says what the records of a shard are about.
type Header struct {
	// Game is the name of the variant, RulesVersion the version of its rules, action layout and encoding, and Players the
	// number of its seats.
	Game         string
	RulesVersion int
	Players      int
	// Seed is the run's seed; with a game's number it determines the game.
	Seed uint64
	// Program is the version of the program that wrote the file. It is for people.
	Program string
}

// HeaderFor returns the header of records of a game, without seed and program.
func HeaderFor(g *game.Game) Header {
	return Header{Game: g.Name, RulesVersion: g.Version, Players: g.Players}
}

// Match returns nil if the records are of exactly this game, and otherwise a *MismatchError that says what the file
// holds and what was expected.
func (h Header) Match(g *game.Game) error {
	switch {
	case h.Game != g.Name:
		return &MismatchError{What: "game", Have: h.Game, Want: g.Name}
	case h.RulesVersion != g.Version:
		return &MismatchError{What: "rules version of " + g.Name, Have: h.RulesVersion, Want: g.Version}
	case h.Players != g.Players:
		return &MismatchError{What: "seats of " + g.Name, Have: h.Players, Want: g.Players}
	}
	return nil
}

func (h Header) check() error {
	switch {
	case h.Game == "":
		return fmt.Errorf("header: game is empty, expected the name of a variant")
	case h.RulesVersion < 0 || int64(h.RulesVersion) > math.MaxUint32:
		return fmt.Errorf("header: rules version %d, expected 0 to %d", h.RulesVersion, uint32(math.MaxUint32))
	case h.Players < 1 || h.Players > maxSeats:
		return fmt.Errorf("header: %d seats, expected 1 to %d", h.Players, maxSeats)
	}
	return nil
}

func (h Header) message() *gipfelv1.ShardHeader {
	return &gipfelv1.ShardHeader{
		Game:         h.Game,
		RulesVersion: uint32(h.RulesVersion),
		Players:      uint32(h.Players),
		Seed:         h.Seed,
		Program:      h.Program,
	}
}

func headerOf(m *gipfelv1.ShardHeader) Header {
	return Header{
		Game:         m.GetGame(),
		RulesVersion: int(m.GetRulesVersion()),
		Players:      int(m.GetPlayers()),
		Seed:         m.GetSeed(),
		Program:      m.GetProgram(),
	}
}

// MismatchError says that a file is sound but is not what was asked for: another kind of file, another version of the
// format, another game, or other rules.
type MismatchError struct {
	// Path is the file, where one is known.
	Path string
	// What differs: "rules version of ataxx-7x7".
	What string
	// Have is what the file has, and Want what was expected.
	Have, Want any
}

func (e *MismatchError) Error() string {
	file := "the file"
	if e.Path != "" {
		file = e.Path
	}
	return fmt.Sprintf("shard: %s: %s has %#v, expected %#v", e.What, file, e.Have, e.Want)
}

// DamageError says that a file was cut off or altered. All records before the damage have been handed out.
type DamageError struct {
	Path string
	// Offset is where the damaged part of the file (header, frame, trailer) begins, in bytes.
	Offset int64
	// Recovered is the number of records before it. Each comes from a frame whose checksum holds.
	Recovered int
	// Err says what is wrong.
	Err error
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("shard: %s is damaged at byte %d, after %d intact records: %v", e.Path, e.Offset, e.Recovered, e.Err)
}

// Unwrap returns what is wrong with the file.
func (e *DamageError) Unwrap() error { return e.Err }
