import { useWords } from '../words/use-words.ts'
import type { MapGround } from './ground.ts'

/**
 * Draws the coordinate system of a map, with the approval number and source of its ground; maps of China must show the number
 * wherever they appear.
 */
export function MapNote({ ground }: { readonly ground: MapGround | null }) {
  const { t } = useWords()
  if (!ground) return <span className="w-map-note">{t('kit.map.datum')}</span>
  const { approvalNumber, source } = ground
  return (
    <span className="w-map-note">
      {t('kit.map.system')}
      {approvalNumber && ` · ${t('kit.map.approval', { number: approvalNumber })}`} · {source}
    </span>
  )
}
