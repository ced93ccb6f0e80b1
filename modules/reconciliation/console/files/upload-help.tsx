import { useMay, usePage, useRefOptions, useRequestedDialog, useWords } from '@wattyard/console-kit'
import { file, KNOWN_FORMATS } from '../../contract/records/file.ts'
import { chosenIn } from '../results/chosen.ts'

/** What an address asks for with `do=`: the form of a new file. */
export const UPLOAD = 'upload'

/** Opens the form of a new file when the address asks for it, with the channel to which the list is narrowed. */
export function OpenUpload() {
  const { open, state } = usePage()
  const mayUpload = useMay(`${file.name}:create`)
  const { channel } = chosenIn(state.filters)
  const { options, error, unknown } = useRefOptions('payments.channel', '', channel === null ? [] : [channel], {
    enabled: false,
    accepts: 'reconciliation.file.channel',
  })
  const name = options.find(one => one.id === channel)?.label
  const isKnown = channel === null || name !== undefined || unknown || Boolean(error)
  useRequestedDialog(mayUpload && isKnown, what => {
    if (what !== UPLOAD) return
    const known = { values: { channel }, labels: { 'payments.channel': { [channel ?? '']: name ?? '' } } }
    open(name === undefined ? { kind: 'create' } : { kind: 'create', known })
  })
  return null
}

/** Says below the form which files are taken, and where a channel hands them out. */
export function UploadHelp() {
  const { t } = useWords()
  return (
    <section className="rc-upload" aria-label={t('reconciliation.upload.title')}>
      <p>{t('reconciliation.upload.takes')}</p>
      <ul>
        {KNOWN_FORMATS.map(format => (
          <li key={format}>
            <b>{t(`reconciliation.file.formatValue.${format}`)}</b> — {t(`reconciliation.upload.from.${format}`)}
          </li>
        ))}
      </ul>
      <p className="w-quiet">{t('reconciliation.upload.then')}</p>
    </section>
  )
}
