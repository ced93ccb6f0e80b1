import { type HelpLoaders, LANGUAGES, type Language, registerHelp } from '@wattyard/console-kit'

/** Help beside what it explains, `modules/<module>/help/<topic>.<language>.md`; each text is a chunk of its own. */
const texts = import.meta.glob<string>('../../../modules/*/help/*.md', { query: '?raw', import: 'default' })

const NAME = /\/([\w-]+)\.(zh|en|es)\.md$/

type Texts = Readonly<Record<string, () => Promise<string>>>

/** Loaders by topic. @throws Error when a topic lacks a language or is written twice; a mistake of ours, seen at start */
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

/** Tells the kit what help there is; nothing is loaded yet. */
export function registerHelpTexts(): void {
  for (const [topic, loaders] of helpByTopic(texts)) registerHelp(topic, loaders)
}
