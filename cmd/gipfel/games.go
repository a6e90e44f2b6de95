package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/game/catalog"
)

func newGames(a *app) *cobra.Command {
	var planes, starts string
	c := &cobra.Command{
		Use:   "games",
		Short: "List the games, or the input planes or named starts of one",
		Example: `  gipfel games
  gipfel games --planes ataxx
  gipfel games --starts ataxx
  gipfel games --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch {
			case planes != "":
				return printOf("planes", planes, a.printPlanes)
			case starts != "":
				return printOf("starts", starts, a.printStarts)
			}
			return a.printGames()
		},
	}
	c.Flags().StringVar(&planes, "planes", "", "describe the input planes of this `game`")
	c.Flags().StringVar(&starts, "starts", "", "list the positions of this `game` that have a name")
	c.MarkFlagsMutuallyExclusive("planes", "starts")
	return c
}

// printOf prints something about the game that a flag names.
func printOf(flag, name string, show func(*game.Game) error) error {
	g, err := catalog.ByName(name)
	if err != nil {
		return &usageError{fmt.Errorf("--%s: %w", flag, err)}
	}
	return show(g)
}

// gameInfo is a game for machines.
type gameInfo struct {
	Name         string   `json:"name"`
	Title        string   `json:"title"`
	Author       string   `json:"author"`
	Version      int      `json:"version"`
	Players      int      `json:"players"`
	Seats        []string `json:"seats"`
	Width        int      `json:"width"`
	Height       int      `json:"height"`
	PolicyPlanes int      `json:"policy_planes"`
	ExtraActions int      `json:"extra_actions"`
	Actions      int      `json:"actions"`
	InputPlanes  int      `json:"input_planes"`
	MaxPlies     int      `json:"max_plies"`
}

func describe(g *game.Game) gameInfo {
	return gameInfo{
		Name: g.Name, Title: g.Title, Author: g.Author, Version: g.Version, Players: g.Players, Seats: g.SeatNames,
		Width: g.Width, Height: g.Height, PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions,
		Actions: g.Actions(), InputPlanes: len(g.Planes), MaxPlies: g.MaxPlies,
	}
}

func (a *app) printGames() error {
	if a.json {
		var infos []gameInfo
		for _, g := range catalog.All() {
			infos = append(infos, describe(g))
		}
		return a.writeJSON(infos)
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	printf(w, "NAME\tGAME\tPLAYERS\tBOARD\tACTIONS\tPLANES\tRULES\tAUTHOR\n")
	for _, g := range catalog.All() {
		printf(w, "%s\t%s\t%d\t%d×%d\t%d\t%d\tv%d\t%s\n",
			g.Name, g.Title, g.Players, g.Width, g.Height, g.Actions(), len(g.Planes), g.Version, g.Author)
	}
	return w.Flush()
}

func (a *app) printPlanes(g *game.Game) error {
	if a.json {
		type plane struct {
			Name string `json:"name"`
			Doc  string `json:"doc"`
		}
		var planes []plane
		for _, p := range g.Planes {
			planes = append(planes, plane(p))
		}
		return a.writeJSON(planes)
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	printf(w, "PLANE\tNAME\tMEANING\n")
	for i, p := range g.Planes {
		printf(w, "%d\t%s\t%s\n", i, p.Name, p.Doc)
	}
	return w.Flush()
}

func (a *app) printStarts(g *game.Game) error {
	if a.json {
		type start struct {
			Name     string `json:"name"`
			Doc      string `json:"doc"`
			Position string `json:"position"`
		}
		starts := []start{}
		for _, s := range g.Starts {
			starts = append(starts, start(s))
		}
		return a.writeJSON(starts)
	}
	if len(g.Starts) == 0 {
		printf(a.stdout, "%s has no start with a name beside the ordinary one\n", g.Name)
		return nil
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	printf(w, "START\tMEANING\tPOSITION\n")
	for _, s := range g.Starts {
		printf(w, "%s\t%s\t%s\n", s.Name, s.Doc, s.Position)
	}
	return w.Flush()
}
