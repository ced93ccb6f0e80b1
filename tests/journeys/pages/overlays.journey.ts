import { expect, type Page, test } from '../test.ts'
import {
  type Language,
  letMove,
  openPage,
  productUrl,
  sayIn,
  signIn,
  standsStill,
  untranslated,
  violationsIn,
  watchErrors,
  watchPolicy,
} from '../console.ts'
import { moveTo } from './moving.ts'

// Tests of a file take turns unless they say otherwise; pages are many, and no test of them changes what another sees.
test.describe.configure({ mode: 'parallel' })

type Say = ReturnType<typeof sayIn>

interface Overlay {
  name: string
  page: string
  open(page: Page, say: Say): Promise<void>
}

const byName = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const first = (page: Page) => page.locator('.w-table tbody .w-link-button').first()
const dialog = (page: Page) => page.locator('dialog[open]').last()
const panel = (page: Page) => page.locator('[popover]:popover-open:not(.w-toasts)').last()

const OPEN = 'dialog[open], [popover]:popover-open:not(.w-toasts)'

/** Closes what is open over a page as a person does; returns whether the page is free. */
async function putAway(page: Page): Promise<boolean> {
  // A question over a drawer, the drawer, and what a question about unsaved changes would need.
  for (let tries = 0; tries < 3 && (await page.locator(OPEN).count()) > 0; tries++) {
    await page.keyboard.press('Escape')
    await standsStill(page)
  }
  return (await page.locator(OPEN).count()) === 0
}

/** Everything that opens over a page, one of each kind; those of one page after each other, so that it is opened once. */
const OVERLAYS: readonly Overlay[] = [
  {
    name: 'station selector',
    page: '/device/station',
    open: async page => page.locator('.s-station').click(),
  },
  { name: 'palette', page: '/device/station', open: async page => page.keyboard.press('Control+k') },
  { name: 'keys', page: '/device/station', open: async page => page.keyboard.press('Control+/') },
  {
    name: 'language menu',
    page: '/device/station',
    open: async page => page.locator('.s-top .s-tool:has([lang])').click(),
  },
  {
    name: 'appearance',
    page: '/device/station',
    open: async (page, say) => byName(page, say('shell.appearance')).click(),
  },
  { name: 'user menu', page: '/device/station', open: async page => page.locator('.s-top .s-tool').last().click() },
  {
    name: 'change of password',
    page: '/device/station',
    async open(page, say) {
      await page.locator('.s-top .s-tool').last().click()
      await page.getByRole('menuitem', { name: say('shell.changePassword') }).click()
    },
  },
  {
    name: 'tab menu',
    page: '/device/station',
    async open(page) {
      await page.getByRole('tab').first().focus()
      await page.keyboard.press('Shift+F10')
    },
  },
  { name: 'columns', page: '/device/station', open: async (page, say) => byName(page, say('kit.columns')).click() },
  { name: 'views', page: '/device/station', open: async page => page.locator('.w-list-tools button').first().click() },
  {
    name: 'row actions',
    page: '/device/station',
    open: async page => page.locator('td.w-actions button').first().click(),
  },
  {
    name: 'ticks of a filter',
    page: '/device/station',
    open: async page => page.locator('.w-pill-button').first().click(),
  },
  { name: 'detail', page: '/device/station', open: async page => first(page).click() },
  {
    name: 'new record',
    page: '/device/station',
    open: async page => page.locator('.w-page-head .ant-btn-primary').click(),
  },
  {
    name: 'edit',
    page: '/device/station',
    async open(page, say) {
      await first(page).click()
      await dialog(page)
        .getByRole('button', { name: say('kit.edit') })
        .first()
        .click()
      await expect(page.locator('[data-field="name"] input')).toBeVisible()
    },
  },
  {
    name: 'export',
    page: '/device/station',
    open: async (page, say) =>
      page
        .locator('.w-page-head')
        .getByRole('button', { name: say('kit.export') })
        .click(),
  },
  {
    name: 'import',
    page: '/device/station',
    open: async (page, say) =>
      page
        .locator('.w-page-head')
        .getByRole('button', { name: say('kit.import') })
        .click(),
  },
  {
    name: 'error log',
    page: '/device/station',
    async open(page) {
      await page.evaluate(() => void Promise.reject(new Error('a failure on purpose')))
      await page.locator('.s-error-button').first().click()
    },
  },
  {
    name: 'batch bar',
    page: '/device/station',
    async open(page) {
      await page.locator('.w-table tbody input[type=checkbox]').first().check()
      await expect(page.locator('.w-batch')).toBeVisible()
    },
  },
  {
    name: 'dates of a filter',
    page: '/cwdata2/orderDeatil',
    open: async page => page.locator('.w-pill:not([data-hidden]) .w-pill-button').last().click(),
  },
  { name: 'detail of an order', page: '/cwdata2/orderDeatil', open: async page => first(page).click() },
  { name: 'detail of a pile', page: '/device/devicePole', open: async page => first(page).click() },
  { name: 'detail of an abnormal order', page: '/cwdata2/errOrderDetail', open: async page => first(page).click() },
  {
    name: 'dialogs of the personal centre',
    page: '/console/personalCenter',
    open: async page => page.locator('main .ant-btn').last().click(),
  },
]

for (const language of ['zh', 'en', 'es'] satisfies Language[])
  test(`whatever opens over a page in ${language}${language === 'zh' ? ', light and dark' : ''}: no accessibility violation, no missing word`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const errors = watchErrors(page)
    const stopped = await watchPolicy(page)
    const say = sayIn(language)
    const found: string[] = []
    if (language === 'zh') await letMove(page)
    await signIn(page, { language, scheme: 'system' })
    let at = ''
    for (const { name, page: path, open } of OVERLAYS) {
      const isFree = at !== '' && (await putAway(page))
      if (!isFree) await openPage(page, path)
      else if (path !== at) await moveTo(page, path)
      at = path
      await open(page, say)
      if (name !== 'batch bar' && !name.startsWith('dialogs of'))
        await expect(dialog(page).or(panel(page)).first()).toBeVisible()
      await standsStill(page)
      // The page below is the matter of every-page.journey.ts; what is no layer of its own is asked with its page.
      const part = (await page.locator(OPEN).count()) > 0 ? OPEN : undefined
      found.push(...(await untranslated(page)).map(word => `${name} ${word}`))
      found.push(...(await violationsIn(page, language, { part })).map(line => `${name} ${line}`))
    }
    expect(found).toEqual([])
    expect(stopped).toEqual([])
    expect(errors.filter(text => !text.includes('on purpose'))).toEqual([])
  })

for (const language of ['zh', 'en', 'es'] satisfies Language[])
  test(`before signing in and where nothing is, in ${language}: no accessibility violation`, async ({ page }) => {
    const say = sayIn(language)
    const found: string[] = []
    await page.addInitScript(
      settings => localStorage.setItem('wattyard.settings', settings),
      JSON.stringify({ language, scheme: 'system' }),
    )
    const check = async (name: string): Promise<void> => {
      await standsStill(page)
      found.push(...(await violationsIn(page, language)).map(line => `${name} ${line}`))
    }
    await page.goto(`${productUrl()}/jkweb/login`)
    await expect(page.locator('input').first()).toBeVisible()
    await check('login')
    await page.locator('input').first().press('Enter')
    await check('login with what is missing')
    await page.getByRole('button', { name: say('shell.login.forgot') }).click()
    await check('forgotten password')
    await signIn(page, { language, scheme: 'system' })
    await page.goto(`${productUrl()}/jkweb/no/such/page`)
    await expect(page.locator('h1').first()).toBeVisible()
    await check('no such page')
    expect(found).toEqual([])
  })
