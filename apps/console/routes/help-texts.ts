import { type HelpLoaders, LANGUAGES, type Language, registerHelp } from '@wattyard/console-kit'

/** Help texts of the modules, `modules/<module>/help/<topic>.<language>.md`; each text is a chunk of its own. */
const texts = import.meta.glob<string>('../../../modules/*/help/*.md', { query: '?raw', import: 'default' })

const NAME = /\/([\w-]+)\.(zh|en|es)\.md$/

type Texts = Readonly<Record<string, () => Promise<string>>>

/**
 * Returns the loaders by topic.
 * @throws Error when a topic lacks a language or occurs twice; this is a programming mistake, found at start
 */
export function helpByTopic(files: Texts): ReadonlyMap<string, HelpLoaders> {
  const byTopic = new Map<string, Partial<Record<Language, () => Promise<string>>>>()
  for (const [path, load] of Object.entries(files)) {
    const [, topic = '', language = ''] = NAME.exec(path) ?? []
    const known = LANGUAGES.find(one => one === language)
    if (!known) throw new Error(`${path} is not <topic>.<language>.md`)
    const loaders = byTopic.get(topic) ?? {}
    if (loaders[known]) throw new Error(`help about ${topic} is written twice in ${language}`)
    byTopic.set(topic, { ...loaders, [known]: load })
  }
  return new Map(
    [...byTopic].map(([topic, { zh, en, es }]) => {
      if (!zh || !en || !es) throw new Error(`help about ${topic} lacks a language`)
      return [topic, { zh, en, es }]
    }),
  )
}

/** Registers all help texts with the kit; loads nothing yet. */
export function registerHelpTexts(): void {
  for (const [topic, loaders] of helpByTopic(texts)) registerHelp(topic, loaders)
}
