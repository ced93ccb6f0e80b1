import { expect, type Page, type Request } from '@playwright/test'

/** Would run, load, nest or turn round, were it ever more than text. */
export const NAUGHTY =
  '<img src=x onerror="window.naughty=1">"\'><svg onload=window.naughty=2></title><script>window.naughty=3</script>&lt;b&gt;{{code}}$t(kit.ok)${7*7}\u202e'

declare global {
  interface Window {
    /** Addresses whose answers the page got with naughty texts, or not at all, in this document. */
    poisonedAnswers?: string[]
  }
}

/** Runs in the page before its first line: texts that people have stored begin with naughty ones from now on. */
function poisonFetch(naughty: string): void {
  const poisoned = (value: unknown): unknown => {
    if (typeof value === 'string') return /[\u4e00-\u9fff]/.test(value) ? naughty + value : value
    if (Array.isArray(value)) return value.map(poisoned)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner)]))
  }
  const addresses: string[] = []
  window.poisonedAnswers = addresses
  const real = window.fetch.bind(window)
  window.fetch = async (...args) => {
    const answer = await real(...args).catch((error: unknown) => {
      // What the page no longer wants is not given to it.
      addresses.push(new URL(args[0] instanceof window.Request ? args[0].url : args[0], location.href).href)
      throw error
    })
    const isJson = (answer.headers.get('content-type') ?? '').includes('json')
    if (!isJson || !new URL(answer.url).pathname.startsWith('/chg/api/')) return answer
    const { status, statusText, headers, url } = answer
    addresses.push(url)
    const text = await answer.text()
    return new Response(JSON.stringify(poisoned(JSON.parse(text))), { status, statusText, headers })
  }
}

/**
 * Makes every answer of the API that is JSON come with naughty texts: whichever part of the page asks, by itself, after a click
 * or at the stream's news. The page's own `fetch` is taken, the one way by which the console asks; from the outside every
 * answer would be held up twice.
 *
 * @returns a check that this was so for the document that is open: no JSON answer came past it
 */
export async function poisonAnswers(page: Page): Promise<() => Promise<void>> {
  // What the document before has asked for is not answered in this one.
  let asked = new Set<Request>()
  let answered: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) [asked, answered] = [new Set(), []]
    asked.add(request)
  })
  page.on('requestfinished', request => {
    // The page may be closed before it is asked; what was missed then is nobody's any more.
    const answer = request.response().catch(() => null)
    void answer.then(response => {
      const isJson = (response?.headers()['content-type'] ?? '').includes('json')
      const isOfApi = new URL(request.url()).pathname.startsWith('/chg/api/')
      if (isJson && isOfApi && asked.has(request)) answered.push(request.url())
    })
  })
  await page.addInitScript(poisonFetch, NAUGHTY)
  return async () => {
    const missed = async (): Promise<string[]> => {
      const poisoned = await page.evaluate(() => window.poisonedAnswers ?? [])
      expect(poisoned.length, 'answers with naughty texts').toBeGreaterThan(0)
      return answered.filter(url => !poisoned.includes(url))
    }
    // An answer that has just ended is still being read by the page.
    await expect.poll(missed, { message: 'answers that came past' }).toEqual([])
  }
}
