import { afterAll, expect, test } from 'vitest'
import { sessionWorld } from './world.ts'

const world = await sessionWorld()
afterAll(() => world.close())

/** Files, pictures, pages and streams: what they answer is no envelope with data. */
const NO_DATA =
  /\/export$|\/paper$|^\/servlet\/|^\/pubapi\/weixin\/|\/(backup|notice)\/file$|\/pointMap\/sheet$|^\/api\/file\/get$|^\/api\/help\/sbom$|^\/api\/ai\/chat$|^\/api\/live$/

/** Records of stations, of which an investor gets the public part alone: two shapes of one definition. */
const TWO_SHAPES: ReadonlySet<string> = new Set([
  '/api/device/station/list_by_provider',
  '/api/device/station/list_by_investor',
])

/** Their inputs follow from a definition that no resource serves; they answer null, or the password that is said once. */
const BY_DEFINITION = /^\/api\/sys\/tenants\/(create|change|suspend|resume)$/

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
  expect(silent.filter(path => !TWO_SHAPES.has(path) && !BY_DEFINITION.test(path))).toEqual([])
})
