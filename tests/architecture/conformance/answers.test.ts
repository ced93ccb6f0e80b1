import { afterAll, expect, test } from 'vitest'
import { sessionWorld } from './world.ts'

const world = await sessionWorld()
afterAll(() => world.close())

/** Files, pictures, pages and streams: what they answer is no envelope with data. */
const NO_DATA =
  /\/export$|\/paper$|^\/servlet\/|^\/pubapi\/(weixin\/|payments\/notice\/|share$)|\/(backup|notice)\/file$|\/pointMap\/sheet$|^\/api\/file\/get$|^\/api\/help\/sbom$|^\/api\/ai\/chat$|^\/api\/live$/

test('every call states what it answers', () => {
  const routes = world.server.app.routes()
  // A command states its answer where somebody reads it (decision 360); who does not, cannot read it by its type.
  const commands = new Set(
    world.served.flatMap(({ resource }) => Object.keys(resource.commands).map(name => `/api/${resource.path}/${name}`)),
  )
  const silent = routes
    .filter(({ output, path }) => output === undefined && !NO_DATA.test(path) && !commands.has(path))
    .map(({ path }) => path)
  const stated = routes.filter(({ output }) => output !== undefined).length
  console.log(`answers: ${routes.length} routes, ${stated} state their answer`)
  expect(stated).toBeGreaterThan(300)
  expect(silent).toEqual([])
})
