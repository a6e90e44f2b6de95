package main

import (
	"bytes"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"gipfel/internal/config"
	"gipfel/selfplay"
)

// configFlags are the flags of every command that works on a run.
type configFlags struct {
	file string
	sets []string
}

func (f *configFlags) add(c *cobra.Command) {
	c.Flags().StringVarP(&f.file, "config", "c", "", "YAML `file` with the config; a new run needs one (default: the config that the run in --dir has)")
	f.addSets(c)
	must(c.MarkFlagFilename("config", "yaml", "yml"))
}

func (f *configFlags) addSets(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.sets, "set", nil, "override a value: `key=value`, as in selfplay.games=1000 (repeatable)")
	must(c.RegisterFlagCompletionFunc("set", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		defaults := selfplay.DefaultConfig()
		var keys []string
		for _, k := range config.Keys(&defaults) {
			keys = append(keys, k.Path+"=\t"+k.Doc)
		}
		return keys, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}))
}

// load returns the defaults with the file's and the command line's values.
func (f *configFlags) load() (selfplay.Config, error) {
	return f.read(func(sets []string, c *selfplay.Config) error { return config.Load(f.file, sets, c) })
}

// read reads a config with the values of --set. If these are to blame for what is wrong, the error is one of usage.
func (f *configFlags) read(load func(sets []string, c *selfplay.Config) error) (selfplay.Config, error) {
	c := selfplay.DefaultConfig()
	err := load(f.sets, &c)
	if err == nil || len(f.sets) == 0 {
		return c, err
	}
	without := selfplay.DefaultConfig()
	if load(nil, &without) == nil {
		return c, &usageError{err}
	}
	return c, err
}

func newConfig(a *app) *cobra.Command {
	var flags configFlags
	c := &cobra.Command{
		Use:   "config [FILE]",
		Short: "Print the effective config of a run, every key with its meaning",
		Long: `Print the effective config: the defaults, what the file overrides and what --set overrides. The output is itself a
config file, with --json too. Without a file it documents every key with its default.`,
		Example: `  gipfel config
  gipfel config configs/ataxx-demo.yaml --set net.channels=64 > my.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				flags.file = args[0]
			}
			cfg, err := flags.load()
			if err != nil {
				return err
			}
			if a.json {
				return a.writeConfigJSON(&cfg)
			}
			return config.Write(a.stdout, &cfg)
		},
	}
	flags.addSets(c)
	return c
}

// writeConfigJSON writes a config with the keys that it has in YAML.
func (a *app) writeConfigJSON(cfg *selfplay.Config) error {
	var text bytes.Buffer
	if err := config.Write(&text, cfg); err != nil {
		return err
	}
	var values map[string]any
	if err := yaml.Unmarshal(text.Bytes(), &values); err != nil {
		return err
	}
	return a.writeJSON(values)
}
