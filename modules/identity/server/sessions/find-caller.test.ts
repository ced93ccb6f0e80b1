import { col, databaseOn } from '@wattyard/server-kit'
import { singleConnectionPool } from '@wattyard/testing'
import { expect, test } from 'vitest'
import { aSignedIn, aTenant, signInServer } from '../../testing/index.ts'

test('finding the caller, which every call begins with, is kept prepared', async () => {
  const db = databaseOn(await singleConnectionPool())
  try {
    const { tenantId, roleIds } = await aTenant(db, { code: 'home', isHome: true })
    const server = await signInServer({ db })
    const { browser } = await aSignedIn(server, db, tenantId, { roleIds: [roleIds.admin] })
    for (let call = 0; call < 3; call++) expect((await browser.get('/api/employee/me')).success).toBe(true)
    const kept = await db.platform(tx =>
      tx.query(
        { name: col.text },
        `select name from pg_prepared_statements where statement like '%identity_find_session(%'`,
      ),
    )
    expect(kept).toHaveLength(1)
    await server.close()
  } finally {
    await db.close()
  }
})
