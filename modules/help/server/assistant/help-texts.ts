import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACT_ROUTES, helpTopicOf, openPages } from '@wattyard/pages'
import type { Caller, Language, PageAccess } from '@wattyard/server-kit'
import { type HelpPage, helpPage } from '../../contract/help-page.ts'

const FILE = /^([\w-]+)\.(zh|en|es)\.md$/

async function readPages(root: string, language: Language): Promise<HelpPage[]> {
  const modules = await readdir(join(root, 'modules'))
  const pages = modules.toSorted().map(async module => {
    const folder = join(root, 'modules', module, 'help')
    const names: string[] = await readdir(folder).catch(() => [])
    const own = names.toSorted().flatMap(name => {
      const [, topic = '', spoken] = FILE.exec(name) ?? []
      return spoken === language ? [{ name, topic }] : []
    })
    return Promise.all(own.map(async ({ name, topic }) => helpPage(topic, await readFile(join(folder, name), 'utf8'))))
  })
  return (await Promise.all(pages)).flat()
}

/** Returns the help texts, from the same files that the console shows. */
export function helpTextsAt(root: string, pageDesk: () => PageAccess) {
  const read = new Map<Language, Promise<HelpPage[]>>()
  return {
    /** Returns the help for the pages that the caller can open. */
    async pagesFor(caller: Caller, language: Language): Promise<HelpPage[]> {
      const reading = read.get(language) ?? readPages(root, language)
      read.set(language, reading)
      const pages = await reading
      const written = new Set(pages.map(({ topic }) => topic))
      const desk = pageDesk()
      const open = new Set<string>(openPages(desk.rules, desk.of(caller)))
      const shown = new Set(
        CONTRACT_ROUTES.filter(({ path }) => open.has(path)).map(route => helpTopicOf(route, one => written.has(one))),
      )
      return pages.filter(({ topic }) => shown.has(topic))
    },
  }
}

export type HelpTexts = ReturnType<typeof helpTextsAt>
