import { Link } from 'react-router'
import { linkToList } from '../module/registry.ts'
import { useMay, useSeesNothing } from '../session/session.ts'
import { useWords } from '../words/use-words.ts'

interface NothingToChooseProps {
  /** Resource of the records that are missing. */
  readonly of: string
  /** Full name of the field that needs one, such as `assets.station.operator`. */
  readonly name: string
}

/**
 * Draws what must be made before a reference can be chosen: a link to the page for those who may make it, else whom to ask. A
 * field may say more about what it takes in its word `<name>None`.
 */
export function NothingToChoose({ of, name }: NothingToChooseProps) {
  const { t, has } = useWords()
  const isUnassigned = useSeesNothing()
  const creates = useMay(`${of}:create`) && !isUnassigned
  const page = creates ? linkToList(of) : undefined
  const label = t(name)
  return (
    <output className="w-field-hint">
      {isUnassigned
        ? t('kit.noneToChoose')
        : has(`${name}None`)
          ? t(`${name}None`)
          : t('kit.nothingToChoose', { name: label })}{' '}
      {page === undefined ? t('kit.askToCreate') : <Link to={page}>{t('kit.goAndCreate')}</Link>}
    </output>
  )
}
