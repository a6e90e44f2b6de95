package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/game/catalog"
)

func newGames(a *app) *cobra.Command {
	var planes string
	c := &cobra.Command{
		Use:   "games",
		Short: "List the games, or the input planes of one",
		Example: `  gipfel games
  gipfel games --planes ataxx
  gipfel games --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if planes != "" {
				g, err := catalog.ByName(planes)
				if err != nil {
					return &usageError{fmt.Errorf("--planes: %w", err)}
				}
				return a.printPlanes(g)
			}
			return a.printGames()
		},
	}
	c.Flags().StringVar(&planes, "planes", "", "describe the input planes of this `game`")
	return c
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
