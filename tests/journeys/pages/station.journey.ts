import { expect, type Page, type Response, test } from '../test.ts'
import { openPage, PAGES, productUrl, sayIn, signIn, standsStill, STATIONS_OF, watchErrors } from '../console.ts'
import { ask } from '../people.ts'
import { moveTo } from './moving.ts'

/*
 * The station chosen in the top bar, on every built page (decision 378): a page shows that station alone, or says that it does
 * not. What belongs to a station is found here from the answers for all stations.
 */

const say = sayIn('zh')
const AT = 'atStation'
const PAGE_SIZE = 200
/** Calls that may name any station on a page of one: the choice itself, and what is the person's own wherever it comes from. */
const ANYWHERE = [
  /\/device\/station\/(select|list\/select)$/,
  /\/api\/(live|msg|platform\/(view|approval|shareLink)|employee)\b/,
  // Of named records.
  /\/(get|history)$/,
]

/** Calls of pages of one station that follow none, because they tell nothing of stations. */
const WITHOUT_STATIONS: readonly RegExp[] = [
  // A day is closed for all stations at once.
  /\/finance\/dayClose\/list$/,
  // Models are shared by all stations.
  /\/basedata\/model\/list$/,
  // Asked about the places that the page shows.
  /\/pricing\/effective$/,
]

interface Row {
  readonly id: string
  readonly station?: string | null
  readonly pile?: string | null
  readonly name?: string
}

interface List {
  readonly list: readonly Row[]
  readonly total: number
}

/** Returns the parameters of an address as a body: `filter.state=open` becomes an object in an object. */
function bodyOf(query: URLSearchParams): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [key, value] of query) {
    if (key === 'token' || key === 'mobileLogin') continue
    const parts = key.split('.')
    const last = parts.pop() ?? key
    const inner = parts.reduce<Record<string, unknown>>(
      (at, part) => (at[part] ??= {}) as Record<string, unknown>, // made here
      body,
    )
    inner[last] = value
  }
  return body
}

/** Reads all rows of a list, whatever station they belong to. */
async function everyRow(page: Page, path: string, asked = new URLSearchParams()): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 1; ; at++) {
    const query = new URLSearchParams(asked)
    query.delete(AT)
    query.set('page', String(at))
    query.set('pageSize', String(PAGE_SIZE))
    const { list, total } = await ask<List>(page, path, bodyOf(query))
    rows.push(...list)
    if (list.length < PAGE_SIZE || rows.length >= total) return rows
  }
}

/** The fleet, and which station each thing of it belongs to. */
interface Fleet {
  readonly chosen: Row
  readonly others: readonly Row[]
  readonly stationOf: ReadonlyMap<string, string>
}

/** Reads the fleet and picks the station with the most orders: a page that shows none of it would prove nothing. */
async function readFleet(page: Page): Promise<Fleet> {
  const stations = await everyRow(page, '/api/device/station/list')
  const stationOf = new Map(stations.map(({ id }) => [id, id]))
  const counts = new Map<string, number>()
  for (const path of ['/api/device/devicePole/list', '/api/charging/order/list', '/api/charging/abnormal/list'])
    for (const { id, station } of await everyRow(page, path))
      if (station) {
        stationOf.set(id, station)
        counts.set(station, (counts.get(station) ?? 0) + 1)
      }
  const [chosen] = stations.toSorted((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0))
  if (!chosen) throw new Error('there are no stations')
  return { chosen, others: stations.filter(one => one !== chosen), stationOf }
}

/** Chooses a station as a person does; null for all. */
async function choose(page: Page, name: string | null): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${say('shell.station')}:`) }).click()
  // Beside the name stands what the station does now.
  const choices = page.locator('[popover]:popover-open .w-menu-item')
  await choices
    .filter({ hasText: name ?? say('shell.stationAll') })
    .first()
    .click()
  await standsStill(page)
}

interface Heard {
  readonly path: string
  readonly query: URLSearchParams
  readonly text: string
}

/** An answer in words; null when its page was left before it was read. */
async function heardOf(response: Response): Promise<Heard | null> {
  const text = await response.text().catch(() => null)
  if (text === null) return null
  const { pathname, search } = new URL(response.url())
  const body = new URLSearchParams(response.request().postData() ?? '')
  const query = new URLSearchParams([...new URLSearchParams(search), ...body])
  return { path: pathname.replace(/^\/chg/, ''), query, text }
}

/** Collects the answers of the API from now on; each is read as it comes, since the browser forgets them with their page. */
function listen(page: Page): () => Promise<Heard[]> {
  let answers: Promise<Heard | null>[] = []
  page.on('response', response => {
    const isJson = response.headers()['content-type']?.includes('json') ?? false
    if (isJson && response.url().includes('/chg/api/')) answers.push(heardOf(response))
  })
  return async () => {
    const taken = answers
    answers = []
    return (await Promise.all(taken)).filter(one => one !== null)
  }
}

/** Reads which calls can follow a station, from the product's own description of them. */
async function followingCalls(page: Page): Promise<ReadonlySet<string>> {
  const answer = await page.request.get(`${productUrl()}/chg/openapi.json`)
  const { paths } = (await answer.json()) as {
    paths: Record<string, { get?: { parameters: readonly { name: string }[] } }>
  } // OpenAPI
  const following = Object.entries(paths).filter(([, { get }]) => get?.parameters.some(({ name }) => name === AT))
  return new Set(following.map(([path]) => path.replace(/^\/chg/, '')))
}

/** Returns what is wrong with the calls of a page that says that it shows the chosen station alone. */
function wrongIn(heard: readonly Heard[], following: ReadonlySet<string>, { chosen, stationOf }: Fleet): string[] {
  return heard
    .filter(({ path }) => !ANYWHERE.some(one => one.test(path)))
    .flatMap(({ path, query, text }) => {
      if (following.has(path)) {
        if (query.get(AT) !== chosen.id) return [`asks ${path} for all stations`]
      } else if (!WITHOUT_STATIONS.some(one => one.test(path))) return [`asks ${path}, which follows no station`]
      const isStrange = [...stationOf].some(([id, station]) => station !== chosen.id && text.includes(id))
      return isStrange ? [`is told by ${path} of another station`] : []
    })
}

/** Compares the number of rows that a list told with those counted by hand; orders may come in meanwhile, so twice at most. */
async function miscounted(page: Page, { path, query }: Heard, { chosen, stationOf }: Fleet): Promise<string[]> {
  let told = 0
  let counted = 0
  for (let at = 0; at < 2; at++) {
    const rows = await everyRow(page, path, query)
    const own = rows.filter(row => (row.station ?? stationOf.get(row.pile ?? row.id)) === chosen.id)
    counted = own.length
    told = (await ask<List>(page, path, bodyOf(query))).total
    if (told === counted) return []
  }
  return [`${path} tells of ${told} rows, and ${counted} are of the station`]
}

/** Returns whether the page says that it shows all stations: once, or it is wrong as well. */
const isSaid = async (page: Page): Promise<boolean> =>
  (await page.locator('main').getByText(say('kit.notByStation'), { exact: true }).count()) === 1

test('with a station chosen, every page shows it alone or says that it does not', async ({ page }) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  const fleet = await readFleet(page)
  const following = await followingCalls(page)
  const { chosen, others } = fleet
  // A page that asks for no station: one that does would have fresh answers when its turn comes, and ask for nothing.
  await openPage(page, PAGES.find(path => STATIONS_OF.get(path) === 'notNarrowed') ?? '/')
  await choose(page, chosen.name ?? '')
  const answers = listen(page)
  const found: string[] = []
  let asked = 0
  let counted = 0
  for (const path of PAGES) {
    await answers()
    await moveTo(page, path)
    const heard = await answers()
    const narrowed = heard.filter(({ query }) => query.get(AT) === chosen.id)
    const wrong: string[] = []
    const stations = STATIONS_OF.get(path)
    if ((await isSaid(page)) !== (stations !== 'narrowed')) wrong.push(`says otherwise than its registry: ${stations}`)
    if (stations === 'narrowed') {
      const text = await page.locator('main').innerText()
      // What another page asked a moment ago is not asked again, and shown all the same.
      if (narrowed.length === 0 && !text.includes(chosen.name ?? '')) wrong.push('asks for no station')
      wrong.push(...wrongIn(heard, following, fleet))
      wrong.push(...others.filter(({ name }) => name && text.includes(name)).map(({ name }) => `shows ${name}`))
      const lists = narrowed.filter(one => one.path.endsWith('/list') && one.text.includes('"total"'))
      for (const list of lists.filter(one => !one.path.includes('dailyBill'))) {
        wrong.push(...(await miscounted(page, list, fleet)))
        counted++
      }
    } else if (stations === 'notNarrowed' && narrowed.length > 0) wrong.push(`narrows ${narrowed[0]?.path}`)
    asked += narrowed.length
    found.push(...wrong.map(what => `${path} ${what}`))
  }
  console.log(`stations: ${asked} answers about the chosen one, ${counted} lists counted by hand`)
  expect(found).toEqual([])
  expect(counted).toBeGreaterThan(3)
  expect(errors).toEqual([])
})

test('a choice reaches hidden tabs, and falls back with a word when the station is gone', async ({ page, context }) => {
  const errors = watchErrors(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  const { chosen, others } = await readFleet(page)
  const name = chosen.name ?? ''
  const menu = page.getByRole('navigation', { name: '菜单' })
  const rowsOf = (path: string) => page.locator(`.s-pane[data-path="${path}"]:not([data-away]) .w-list-body`)
  await openPage(page, '/cwdata2/orderDeatil?page=2&size=20')
  await menu.getByRole('button', { name: '资产管理', exact: true }).click()
  await menu.getByRole('link', { name: '充电桩', exact: true }).click()
  const othersIn = async (path: string): Promise<string[]> => {
    const shown = await rowsOf(path).innerText()
    return others.flatMap(one => (one.name && shown.includes(one.name) ? [one.name] : []))
  }
  await standsStill(page)
  expect(await othersIn('/device/devicePole')).not.toEqual([])
  await choose(page, name)
  await expect(rowsOf('/device/devicePole')).toContainText(name)
  expect(await othersIn('/device/devicePole')).toEqual([])
  // The tab that was hidden, and on its second page, when the station was chosen.
  await page.getByRole('tab', { name: say('route./cwdata2/orderDeatil') }).click()
  await expect(rowsOf('/cwdata2/orderDeatil')).toContainText(name)
  await standsStill(page)
  expect(await othersIn('/cwdata2/orderDeatil')).toEqual([])
  await expect(page).not.toHaveURL(/page=2/)

  // Another browser tab begins with the choice, and then has its own.
  const beside = await context.newPage()
  await openPage(beside, '/device/devicePole')
  await expect(beside.locator('.s-station')).toContainText(name)
  await choose(beside, null)
  await page.reload()
  await expect(page.locator('.s-station')).toContainText(name)
  await beside.close()

  await page.evaluate(() => sessionStorage.setItem('wattyard.station', crypto.randomUUID()))
  await page.reload()
  await expect(page.getByText(say('shell.stationGone'))).toBeVisible()
  await expect(page.locator('.s-station')).toContainText(say('shell.stationAll'))
  await standsStill(page)
  expect(await othersIn('/cwdata2/orderDeatil')).not.toEqual([])
  expect(errors).toEqual([])
})
