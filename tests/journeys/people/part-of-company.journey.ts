import { col } from '@wattyard/server-kit'
import { expect, test } from '@playwright/test'
import { openPage, PAGES, productUrl, signIn, watchErrors } from '../console.ts'
import { aPerson, inDatabase, KNOWN_PASSWORD } from '../people.ts'

// Somebody of one operator: no page of theirs asks for anything that would be refused (decision 332).

const anOperator = () =>
  inDatabase(async db => {
    const [found] = await db.platform(tx =>
      tx.query(
        { id: col.uuid },
        `select s.operator_id as id from assets_station s join identity_tenant t on t.tenant_id = s.tenant_id where t.is_home
         group by s.operator_id order by count(*) desc limit 1`,
      ),
    )
    if (!found) throw new Error('the demonstration has no operator')
    return found.id
  })

test('no page of somebody of one operator asks for what is refused', async ({ page }) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
  })
  const { loginName } = await aPerson('operations', { operatorIds: [await anOperator()] })
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  let opened = 0
  for (const path of PAGES) {
    await openPage(page, path)
    if ((await page.getByRole('heading', { name: '没有权限访问此页面' }).count()) === 0) opened++
    else await expect(page.getByText('或未对您的角色开放')).toBeVisible()
  }
  expect(opened, `pages of ${productUrl()} that are theirs`).toBeGreaterThan(8)
  expect(refused).toEqual([])
  expect(errors).toEqual([])
})
