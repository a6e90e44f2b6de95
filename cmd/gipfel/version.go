package main

import (
	"github.com/spf13/cobra"

	"gipfel/internal/version"
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program",
		Example: "  gipfel version\n  gipfel version --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info := version.Get()
			if a.json {
				return a.writeJSON(info)
			}
			printf(a.stdout, "gipfel %s, %s, %s\n", info.Version, info.Go, info.Platform)
			return nil
		},
	}
}
