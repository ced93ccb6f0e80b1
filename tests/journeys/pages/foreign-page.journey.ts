import { createServer } from 'node:http'
import { expect, test } from '../test.ts'
import { productUrl, signInByTyping } from '../console.ts'

/** A page of somebody else, on another site and on another port of the same one; the worst case: it knows the public handle. */
const HOSTS = ['localhost', '127.0.0.1'] as const

interface Answered {
  path: string
  status: number
}

for (const host of HOSTS)
  test(`a page on ${host} can neither act nor read in a person's name: form, picture, fetch, prefetch, frame`, async ({
    page,
    context,
  }) => {
    await signInByTyping(page)
    const stations = async () =>
      page.evaluate(async () => {
        const handle = /Admin-Token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
        const answer = await fetch(`/chg/api/device/station/list?token=${handle}&page=1&pageSize=50`)
        const { success, data } = (await answer.json()) as {
          success: boolean
          data: { list: { id: string; status: string }[] }
        }
        return { handle, success, list: data.list.map(({ id, status }) => `${id} ${status}`) }
      })
    const before = await stations()
    expect(before.success).toBe(true)
    const [id = ''] = (before.list[0] ?? '').split(' ')
    const target = productUrl()
    const effects = `/chg/api/device/station/open_or_close?token=${before.handle}&id=${id}`
    const evil = `<!doctype html><title>evil</title>
      <img src="${target}${effects}"><link rel="prefetch" href="${target}${effects}">
      <iframe name="there" src="${target}/jkweb/home"></iframe>
      <form id="out" method="post" action="${target}/chg/c/logout" target="there"></form>
      <form id="save" method="post" action="${target}${effects}" target="there"></form>`
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(evil))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    try {
      const foreign = await context.newPage()
      const answered: Answered[] = []
      let asked = 0
      foreign.on('request', request => {
        if (new URL(request.url()).pathname.startsWith('/chg/')) asked += 1
      })
      foreign.on('response', response => {
        const { pathname } = new URL(response.url())
        if (pathname.startsWith('/chg/')) answered.push({ path: pathname, status: response.status() })
      })
      await foreign.goto(`http://${host}:${port}/`)
      const read = await foreign.evaluate(
        async ({ url, path }) => {
          const results: string[] = []
          for (const mode of ['cors', 'no-cors'] as const)
            for (const method of ['GET', 'POST'] as const)
              for (const call of [path, '/chg/c/logout', '/chg/api/employee/me'])
                try {
                  const answer = await fetch(url + call, { method, mode, credentials: 'include' })
                  results.push(`${answer.type} ${(await answer.text()).length}`)
                } catch {
                  results.push('refused')
                }
          return results
        },
        { url: target, path: effects },
      )
      // A page of another origin never sees a byte of an answer.
      expect(read).toHaveLength(12)
      expect(new Set(read)).toEqual(new Set(['refused']))
      for (const form of ['out', 'save']) {
        await foreign.locator(`#${form}`).evaluate((element: HTMLFormElement) => element.submit())
        await foreign.waitForTimeout(300)
      }
      expect(asked).toBeGreaterThan(10)
      expect(answered.filter(({ status }) => status < 400)).toEqual([])
      // The console does not stand in a frame.
      expect(await foreign.frame('there')?.locator('#root').count()).toBe(0)
      expect(await stations()).toEqual(before)
    } finally {
      server.close()
    }
  })
