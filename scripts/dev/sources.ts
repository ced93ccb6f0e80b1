/** Folders of the server's sources, for the watcher; `isServerSource` says which of their files count. */
export const SERVER_FOLDERS = ['apps/server', 'apps/simulator', 'kernel', 'migrations', 'modules', 'protocols'] as const

/** What a person reads of it. */
export const SERVER_SOURCES =
  'apps/server, apps/simulator, kernel, protocols, migrations, modules/*/{server,contract,locales,help}'
export const CONSOLE_SOURCES = 'apps/console, kernel/console, modules/*/{console,contract,locales}'

const ROOMS =
  /^(?:apps\/(?:server|simulator)|kernel\/(?!console\/|testing\/)[^/]+|migrations|modules\/[^/]+\/(?:server|contract|locales|help)|protocols)\//
const KINDS = /\.(?:ts|json|sql|md)$/
const TESTS = /\.test\.ts$|(?:^|\/)README\.md$|\/node_modules\//

/** Whether the running server was made of this file. @param path from the root, with forward slashes */
export function isServerSource(path: string): boolean {
  return ROOMS.test(path) && KINDS.test(path) && !TESTS.test(path)
}
