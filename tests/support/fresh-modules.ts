import { vi } from 'vitest'

/*
 * Files of one project without isolation share a process. Our own modules are loaded anew for each of them, so that no
 * file sees what another has set (language, session, registered pages); packages from npm, which are most of what
 * loading costs, stay loaded.
 */
vi.resetModules()
