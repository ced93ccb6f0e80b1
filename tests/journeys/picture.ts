import type { Locator, Page } from '@playwright/test'
import { lettersShown } from '@wattyard/identity/testing'
import { loginSecret } from './people.ts'

/** Types what the picture on the page says, into its field. */
export async function typePicture(page: Page, field: Locator): Promise<void> {
  const address = await page.getByAltText('含 5 个字母或数字的图片').getAttribute('src')
  const uuid = new URL(address ?? '', page.url()).searchParams.get('uuid') ?? ''
  await page.waitForFunction(() => [...document.images].every(one => one.complete && one.naturalWidth > 0))
  const cookie = (await page.context().cookies()).find(one => one.name === 'prelogin')?.value
  await field.fill(lettersShown(loginSecret(), cookie, uuid, Date.now()))
}
