import { entryOf } from './entry.ts'

const PAGE = '/jkweb/'
/** Longest time in ms for the answer: a page that could not be opened waits for it. */
const ANSWER_MS = 10_000

/** Returns the entry script of the loaded page. */
const own = (): string | undefined => entryOf(document.head.innerHTML)

/** Returns which build the server has, against the loaded one; null when it does not answer with a console. */
export async function servedBuild(): Promise<'same' | 'newer' | null> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- the page itself, which is no call of the API
    const answer = await fetch(PAGE, {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const theirs = answer.ok ? entryOf(await answer.text()) : undefined
    const ours = own()
    if (theirs === undefined || ours === undefined) return null
    return theirs === ours ? 'same' : 'newer'
  } catch {
    return null // the offline banner reports this
  }
}
