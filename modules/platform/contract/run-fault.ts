/** Kinds of failures of a run that people can do something about; `other` is any other. */
export const RUN_FAULTS = [
  'noSpace',
  'denied',
  'blocked',
  'missing',
  'elsewhere',
  'passphrase',
  'damaged',
  'disk',
  'unreachable',
  'other',
] as const
export type RunFault = (typeof RUN_FAULTS)[number]

/**
 * Signs of each kind in the text of an error, the first that is found counts: names of system errors (errno(3)), and what the product
 * itself says of a backup.
 */
const SIGNS: readonly (readonly [RunFault, RegExp])[] = [
  ['noSpace', /\b(?:ENOSPC|EDQUOT)\b| is full; | MiB free; /],
  ['denied', /\b(?:EACCES|EPERM|EROFS)\b/],
  ['blocked', /\b(?:EEXIST|ENOTDIR|EISDIR)\b| exists already/],
  ['elsewhere', /in none of the folders of backups/],
  ['missing', /\bENOENT\b|the file is not there/],
  ['passphrase', /\bpassphrase\b/],
  ['damaged', /the backup is damaged|is not a backup|does not hold what was saved/],
  ['disk', /\b(?:EIO|ESTALE|ENODEV|ENXIO)\b/],
  ['unreachable', /\b(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)\b/],
]

/** Returns what kind of failure the text of an error tells of. */
export const faultOf = (error: string): RunFault => SIGNS.find(([, sign]) => sign.test(error))?.[0] ?? 'other'
