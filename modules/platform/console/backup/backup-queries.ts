import { backupStatus } from '../../contract/calls/backup.ts'
import { useQuery } from '@tanstack/react-query'
import { api, useLiveRefresh } from '@wattyard/console-kit'
import { backup } from '../../contract/backup.ts'

/** Where backups stand; read again whenever one of the jobs begins or ends. */
export function useBackupStatus() {
  useLiveRefresh(['platform.schedule'], [backup.name])
  return useQuery({
    queryKey: [backup.name, 'status'],
    queryFn: ({ signal }) => api.call(backupStatus, {}, { signal, lane: 'page', quiet: true }),
  })
}
