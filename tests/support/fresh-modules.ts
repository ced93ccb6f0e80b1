import { vi } from 'vitest'

/*
 * Files of one project without isolation share a process. Our own modules are loaded anew for each of them, so that no
 * file sees what another has set (language, session, registered pages); packages from npm, which are most of what
 * loading costs, stay loaded. What a file has put into the place of a browser's own goes as well.
 */
vi.resetModules()
vi.unstubAllGlobals()
Reflect.deleteProperty(globalThis, 'localStorage')
