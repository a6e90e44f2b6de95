package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gipfel/game/catalog"
	"gipfel/selfplay/shard"
)

func newShard(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "shard",
		Short: "Look at the games that self-play has written",
		Long:  "Look at shards: the files of finished games that self-play writes. A directory stands for all shards below it.",
		Example: `  gipfel shard ls runs/atimo-5x5-demo
  gipfel shard verify runs/atimo-5x5-demo
  gipfel shard cat runs/atimo-5x5-demo/shards/games-000000000.shard --game 3
  gipfel shard stats runs/atimo-5x5-demo`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return &usageError{errors.New("a subcommand is needed: ls, verify, cat or stats")}
		},
	}
	c.AddCommand(newShardLs(a), newShardVerify(a), newShardCat(a), newShardStats(a))
	return c
}

// shardFiles returns the shards that paths stand for, in the order of their names.
func shardFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !d.IsDir() && (file == path || filepath.Ext(file) == shard.Extension) {
				files = append(files, file)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no shards (*%s) in %s", shard.Extension, strings.Join(paths, ", "))
	}
	slices.Sort(files)
	return files, nil
}

// shardInfo is a shard for machines.
type shardInfo struct {
	Path      string `json:"path"`
	Game      string `json:"game"`
	Rules     int    `json:"rules_version"`
	Bytes     int64  `json:"bytes"`
	Games     int    `json:"games"`
	Plies     int    `json:"plies"`         // moves of seats
	Chance    int    `json:"chance_events"` // such as rolls of dice, which are no plies
	Samples   int    `json:"samples"`
	Outcomes  []int  `json:"outcomes,omitempty"`
	Truncated int    `json:"truncated"`
	Problem   string `json:"problem,omitempty"`
	// DamagedAt is the byte at which the damage begins.
	DamagedAt *int64 `json:"damaged_at,omitempty"`
}

// inspect reads a shard and checks it against the rules of its game.
func inspect(path string) (shardInfo, error) {
	info := shardInfo{Path: path}
	if stat, err := os.Stat(path); err == nil {
		info.Bytes = stat.Size()
	}
	r, err := shard.Open(path)
	if err != nil {
		info.noteDamage(err)
		return info, err
	}
	header := r.Header()
	if err := r.Close(); err != nil {
		return info, err
	}
	info.Game, info.Rules = header.Game, header.RulesVersion
	g, err := catalog.ByName(header.Game)
	if err != nil {
		return info, fmt.Errorf("%s: %w", path, err)
	}
	report, err := shard.Verify(path, g)
	info.Games, info.Samples = report.Games, report.Samples
	info.Plies, info.Chance = report.Plies-report.ChanceEvents, report.ChanceEvents
	info.Outcomes, info.Truncated = report.Outcomes, report.Truncated
	info.noteDamage(err)
	return info, err
}

func (i *shardInfo) noteDamage(err error) {
	var damage *shard.DamageError
	if errors.As(err, &damage) {
		i.DamagedAt = &damage.Offset
	}
}

// inspectAll inspects the shards below paths. Problems are noted, not fatal; failed is their number.
func (a *app) inspectAll(paths []string) (infos []shardInfo, failed int, err error) {
	files, err := shardFiles(paths)
	if err != nil {
		return nil, 0, err
	}
	task := a.progress.Start("reading shards", int64(len(files)), "shards")
	defer task.Done()
	for _, file := range files {
		info, err := inspect(file)
		if err != nil {
			info.Problem = err.Error()
			failed++
		}
		infos = append(infos, info)
		task.Add(1)
	}
	return infos, failed, nil
}

func newShardLs(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "ls PATH...", Short: "List shards with what is in them",
		Long: `List shards with what is in them. Plies are moves of seats; rolls of dice are none. Of a damaged shard what comes before the
damage is counted, and the exit code is 1.`,
		Example: "  gipfel shard ls runs/atimo-5x5-demo",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			infos, failed, err := a.inspectAll(args)
			if err != nil {
				return err
			}
			if a.json {
				return errors.Join(a.writeJSON(infos), notSound(failed, len(infos)))
			}
			w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
			printf(w, "GAMES\tPLIES\tSAMPLES\tBYTES\t  FILE\n")
			for _, i := range infos {
				name := i.Path
				if i.Problem != "" {
					name += " (not sound: see gipfel shard verify)"
				}
				printf(w, "%d\t%d\t%d\t%d\t  %s\n", i.Games, i.Plies, i.Samples, i.Bytes, name)
			}
			return errors.Join(w.Flush(), notSound(failed, len(infos)))
		},
	}
}

// notSound is the error if some of the shards have failed.
func notSound(failed, all int) error {
	if failed == 0 {
		return nil
	}
	return fmt.Errorf("%d of %s not sound; put them back from a copy, or read what is left of them with gipfel shard cat",
		failed, count(all, "shard is", "shards are"))
}

func newShardVerify(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "verify PATH...", Short: "Check shards: whole, unaltered, and every game by the rules",
		Long: `Check shards: that the files are whole and unaltered, that every action of every game is legal, and that the results are
those of the rules. Exit code 1 if anything is wrong, with the offset of the damage and how many games come before it.`,
		Example: "  gipfel shard verify runs/atimo-5x5-demo/shards/games-000000000.shard",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			infos, failed, err := a.inspectAll(args)
			if err != nil {
				return err
			}
			if a.json {
				if err := a.writeJSON(infos); err != nil {
					return err
				}
			} else {
				for _, i := range infos {
					if i.Problem != "" {
						printf(a.stdout, "%s\n", i.Problem)
					}
				}
			}
			if failed > 0 {
				return notSound(failed, len(infos))
			}
			if !a.json {
				games := 0
				for _, i := range infos {
					games += i.Games
				}
				printf(a.stdout, "%s with %s: all sound\n", count(len(infos), "shard", "shards"), count(games, "game", "games"))
			}
			return nil
		},
	}
}
