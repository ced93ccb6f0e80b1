import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpTopicOf, routeAt } from '@wattyard/pages'
import { type Asked, ROOT, spelled, TO_WRITE } from './place.ts'

const LANGUAGES = ['zh', 'en', 'es'] as const

/** Module that has the help about a topic. */
function ownerOf(topic: string): string | undefined {
  return readdirSync(join(ROOT, 'modules')).find(name =>
    existsSync(join(ROOT, 'modules', name, 'help', `${topic}.zh.md`)),
  )
}

/**
 * Writes a section about a page into the help of its menu group, in three languages, unless there is one. Returns files
 * that changed; none for a route without a page.
 */
export function writeHelp({ route, module, word }: Asked): string[] {
  const page = routeAt(`/${route}`)
  if (!page) return []
  const topic = helpTopicOf(page, one => ownerOf(one) !== undefined) ?? page.meta.group ?? 'help'
  const owner = ownerOf(topic) ?? module
  const id = route.split('/').at(-1) ?? ''
  return LANGUAGES.flatMap(language => {
    const file = join('modules', owner, 'help', `${topic}.${language}.md`)
    const place = join(ROOT, file)
    const text = existsSync(place) ? readFileSync(place, 'utf8') : ''
    if (text.includes(`{#${id}}`)) return []
    if (text === '') writeFileSync(place, `# ${TO_WRITE} ${spelled(topic)} {#${topic}}\n`)
    appendFileSync(place, `\n## ${TO_WRITE} ${spelled(word)} {#${id}}\n\n${TO_WRITE} [${spelled(word)}](/${route})\n`)
    return [file]
  })
}
