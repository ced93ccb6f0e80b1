import type { Readable } from 'node:stream'
import type { Caller, RawCall } from '@wattyard/server-kit'
import type { BackupFileRow } from './backup-rows.ts'

/** Backups as the app provides them; modules do not deal with files, engines and keys. */
export interface BackupService {
  /** Folders that this installation can write to; never empty. */
  folders: readonly string[]
  sealed: boolean
  keyName: string
  /** Makes a backup in a separate process and records it. Returns the job's output. */
  make(cause: 'schedule' | 'asked', signal: AbortSignal): Promise<string>
  /** Returns whether the file is in one of the folders, is gone from there, or belongs elsewhere. */
  reach(backup: Pick<BackupFileRow, 'file' | 'folder'>): 'here' | 'missing' | 'elsewhere'
  /** Restores a backup into a separate database and records the result. Returns the job's output. */
  verify(backup: BackupFileRow, signal: AbortSignal): Promise<string>
  /** Returns the bytes of a file in one of the folders; null when it is missing. */
  open(backup: BackupFileRow): { bytes: Readable; size: number } | null
  /** Removes the file if it is in one of the folders. */
  remove(backup: BackupFileRow): void
  free_bytes(folder: string): number | null
}

export interface BackupPorts {
  /** Null where there is nothing to make backups of, as in tests. */
  service: BackupService | null
  /** Asks for the password again, through the identity module. */
  confirmPassword(call: RawCall<{ password: string; key: string }>): Promise<Caller>
  /** Key that signs links valid for a minute. */
  linkKey: Uint8Array
  now(): number
}
