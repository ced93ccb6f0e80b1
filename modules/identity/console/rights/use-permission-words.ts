import { useModuleWords, useWords } from '@wattyard/console-kit'
import { permissionParts, permissionWords } from '../../contract/permission.ts'

/** Returns the words of permissions. They belong to many modules and are loaded on demand. */
export function usePermissionWords(permissions: readonly string[]) {
  const { t } = useWords()
  const isReady = useModuleWords(permissions.map(one => permissionParts(one).module))
  return {
    isReady,
    moduleWord: (permission: string) => t(permissionWords(permission).module),
    nounWord: (permission: string) => t(permissionWords(permission).noun),
    actionWord: (permission: string) => t(permissionWords(permission).action),
  }
}
