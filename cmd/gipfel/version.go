package main

import (
	"fmt"

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
			printf(a.stdout, "%s\n", versionLine())
			return nil
		},
	}
}

// versionLine is the version for people, as gipfel --version prints it too.
func versionLine() string {
	info := version.Get()
	return fmt.Sprintf("gipfel %s, %s, %s", info.Version, info.Go, info.Platform)
}
