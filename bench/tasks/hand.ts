import type { Locator, Page } from '@playwright/test'

/** What a task has taken so far, whoever's windows it went through. */
export interface Tally {
  /** Mouse clicks. */
  clicks: number
  /** Fields that were typed into; the Tab or click that leads from one field to the next is part of the field. */
  fields: number
  /** Keys pressed outside a field: Enter, Escape, the letter of an action. */
  keys: number
  /** Paths that were shown, after the page where the task began. */
  visited: string[]
}

export const emptyTally = (): Tally => ({ clicks: 0, fields: 0, keys: 0, visited: [] })

/** Longest wait for something to be there; a person would have given up. */
export const PATIENCE_MS = 20_000

const pathOf = (page: Page): string => new URL(page.url()).pathname.replace(/^\/jkweb/, '')

/**
 * A person at one window. Everything they do to the page passes here and is counted; `page` is for looking only.
 *
 * Playwright refuses to click what is hidden, covered or disabled, so a counted click is one that a person could make.
 */
export class Hand {
  readonly page: Page
  readonly #tally: Tally

  constructor(page: Page, tally: Tally) {
    this.page = page
    this.#tally = tally
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('framenavigated', frame => {
      if (frame === page.mainFrame() && page.url().includes('/jkweb') && tally.visited.at(-1) !== pathOf(page))
        tally.visited.push(pathOf(page))
    })
  }

  /** Goes to the page where a task begins, before anything is counted. */
  async start(path: string): Promise<void> {
    await this.page.goto(`${new URL(this.page.url()).origin}/jkweb${path}`)
    await this.page.locator('h1').first().waitFor()
  }

  /** Clicks something that is visible. @throws Error when it does not become clickable within the patience */
  async click(target: Locator): Promise<void> {
    this.#tally.clicks++
    await target.click()
  }

  /** Types a text into a field, in place of what stands there. */
  async type(field: Locator, text: string): Promise<void> {
    this.#tally.fields++
    await field.fill(text)
  }

  /** Types letter by letter into whatever has the focus, such as the search of an open list. */
  async typeOn(text: string): Promise<void> {
    this.#tally.fields++
    await this.page.keyboard.type(text)
  }

  /** Presses one key or chord in whatever has the focus. */
  async press(key: string): Promise<void> {
    this.#tally.keys++
    await this.page.keyboard.press(key)
  }

  /** Gives a file to a file field: the click that opens the system's dialog, and the file's name in it. */
  async giveFile(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.#tally.clicks++
    this.#tally.fields++
    await field.setInputFiles(file)
  }

  /** Waits until something is seen. @throws Error when it is not within the patience */
  async sees(target: Locator): Promise<void> {
    await target.first().waitFor({ state: 'visible' })
  }

  /** Waits until something is gone. @throws Error when it is not within the patience */
  async seesGone(target: Locator): Promise<void> {
    await target.first().waitFor({ state: 'hidden' })
  }
}

/** The dialog, drawer or form that was opened last. */
export const topDialog = (page: Page): Locator => page.locator('dialog[open]').last()

/** The control of one field of a form, by the name of its definition. */
export const fieldOf = (within: Locator, name: string): Locator =>
  within.locator(`[data-field="${name}"]`).locator('input, textarea').first()

/** A choice of the list that is open. */
export const choiceOf = (page: Page, text: string | RegExp): Locator =>
  page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: text })
    .first()
