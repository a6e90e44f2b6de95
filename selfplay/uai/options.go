package uai

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Setup is what the options say of how to search. A change of it means a new searcher.
type Setup struct {
	// Game is the name of the game.
	Game string
	// Model is the net, in words that the program understands.
	Model string
	// Threads evaluate, and Cache evaluations are remembered.
	Threads, Cache int
}

// settings are all options.
type settings struct {
	Setup
	hash     int // MiB for the tree
	multiPV  int
	overhead time.Duration // kept back of a time for one move
}

// The bounds of options.
const (
	maxThreads  = 1024
	maxCache    = 100_000_000
	maxHash     = 1 << 20
	maxMultiPV  = 256
	maxOverhead = 10_000
)

// The options at the beginning, apart from the Setup.
const (
	defaultHash     = 1024
	defaultMultiPV  = 1
	defaultOverhead = 5 // milliseconds
)

// option is one that the protocol can set.
type option struct {
	names   []string // the first is the one that we tell; letters may be of either case
	declare func(s *Server, now settings) string
	set     func(s *settings, value string) error
}

var options = []option{
	// The first is the game, which the client sets for engines that have it.
	{[]string{"Game", "Variant", "UAI_Variant", "UGI_Variant", "UCI_Variant"}, func(s *Server, now settings) string {
		return "combo default " + now.Game + " var " + strings.Join(s.Games, " var ")
	}, func(s *settings, value string) error { return setText(&s.Game, value) }},
	{[]string{"Model"}, func(_ *Server, now settings) string {
		return "string default " + now.Model
	}, func(s *settings, value string) error { return setText(&s.Model, value) }},
	{[]string{"Threads"}, func(_ *Server, now settings) string {
		return spin(now.Threads, 1, maxThreads)
	}, func(s *settings, value string) error { return setSpin(&s.Threads, value, 1, maxThreads) }},
	{[]string{"Hash"}, func(_ *Server, now settings) string {
		return spin(now.hash, 1, maxHash)
	}, func(s *settings, value string) error { return setSpin(&s.hash, value, 1, maxHash) }},
	{[]string{"Cache"}, func(_ *Server, now settings) string {
		return spin(now.Cache, 0, maxCache)
	}, func(s *settings, value string) error { return setSpin(&s.Cache, value, 0, maxCache) }},
	{[]string{"MultiPV"}, func(_ *Server, now settings) string {
		return spin(now.multiPV, 1, maxMultiPV)
	}, func(s *settings, value string) error { return setSpin(&s.multiPV, value, 1, maxMultiPV) }},
	{[]string{"MoveOverhead", "Move Overhead"}, func(_ *Server, now settings) string {
		return spin(int(now.overhead.Milliseconds()), 0, maxOverhead)
	}, func(s *settings, value string) error {
		n := 0
		err := setSpin(&n, value, 0, maxOverhead)
		if err == nil {
			s.overhead = millis(n)
		}
		return err
	}},
}

// setOption returns the settings with one option changed.
func setOption(s settings, name, value string) (settings, error) {
	known := make([]string, len(options))
	for i, o := range options {
		for _, n := range o.names {
			if strings.EqualFold(n, name) {
				if err := o.set(&s, value); err != nil {
					return s, fmt.Errorf("setoption: %s: %w", o.names[0], err)
				}
				return s, nil
			}
		}
		known[i] = o.names[0]
	}
	return s, fmt.Errorf("setoption: no option %q; there are %s", name, strings.Join(known, ", "))
}

// spin describes an option that is a number.
func spin(now, least, most int) string {
	return fmt.Sprintf("spin default %d min %d max %d", now, least, most)
}

func setSpin(dst *int, value string, least, most int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return fmt.Errorf("%q: want a number from %d to %d", value, least, most)
	}
	*dst = n
	return nil
}

func setText(dst *string, value string) error {
	if value == "" || value == "<empty>" {
		return errors.New("no value")
	}
	*dst = value
	return nil
}
