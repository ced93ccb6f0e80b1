import { ImportOutlined } from '@ant-design/icons'
import { type MenuAction, useMay, useTabQuery, useWords, withParams } from '@wattyard/console-kit'

/** URL parameter that opens the drawer. */
const PARAM = 'importSessions'
/** Permission to import past sessions. */
export const IMPORT = 'charging.importedSession:import'

/** Returns whether the import is open, and the function that opens or closes it. */
export function useOpenImport(): readonly [boolean, (on: boolean) => void] {
  const [search, setSearch] = useTabQuery()
  return [
    search.get(PARAM) === '1',
    on => setSearch(before => withParams(before, { [PARAM]: on ? '1' : null }), { replace: true }),
  ]
}

/** Returns the entry that opens the import of past sessions, for the menu of a page whose `ImportSessionsButton` is `inMenu`. */
export function useImportMenu(): readonly MenuAction[] {
  const { t } = useWords()
  const mayImport = useMay(IMPORT)
  const [, open] = useOpenImport()
  if (!mayImport) return []
  return [
    { key: 'importSessions', label: t('charging.importPage.button'), icon: <ImportOutlined />, run: () => open(true) },
  ]
}
