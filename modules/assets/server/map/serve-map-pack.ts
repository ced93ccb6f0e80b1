import {
  col,
  invalid,
  readStoredFile,
  type Route,
  serveCall,
  serveResource,
  type ServedResource,
  type Tx,
  valueAfter,
} from '@wattyard/server-kit'
import { MAP_DATUMS, mapGround, mapPack } from '../../contract/index.ts'
import { countPoints, type GroundShape, MAX_POINTS, MAX_SHAPES, readGeoJson, touchesChina } from './read-geo-json.ts'

/** Numbers as the authority writes them: GS(2024)0650号, GS京(2022)1061号, 京S(2024)010号. */
const APPROVAL = /^(GS\p{Script=Han}{0,2}|\p{Script=Han}{1,3}S)\s?[(（]\d{4}[)）]\s?\d{1,5}\s?号$/u

/** @throws Refusal `kernel.invalid` naming `drawing` */
async function shapesOf(tx: Tx, file: string): Promise<GroundShape[]> {
  const content = await readStoredFile(tx, file)
  if (!content) throw invalid({ drawing: { key: 'kernel.field.noSuchRecord' } })
  const read = readGeoJson(content)
  if (typeof read === 'string')
    throw invalid({
      drawing: { key: `assets.mapPackFault.${read}`, params: { points: MAX_POINTS, shapes: MAX_SHAPES } },
    })
  return read
}

function mustBeApproved(shapes: readonly GroundShape[], approvalNumber: string | null | undefined): void {
  if (approvalNumber ? !APPROVAL.test(approvalNumber) : touchesChina(shapes))
    throw invalid({ approvalNumber: { key: 'assets.mapPackFault.approval' } })
}

/** Serves map files: the content is checked before it is saved, and at most one file is in use. */
export function serveMapPack(): ServedResource {
  return serveResource(mapPack, {
    async beforeSave({ tx }, change) {
      const file = valueAfter(mapPack, change, 'drawing')
      const shapes = file ? await shapesOf(tx, file) : []
      mustBeApproved(shapes, valueAfter(mapPack, change, 'approvalNumber'))
      if (!file && valueAfter(mapPack, change, 'inUse')) throw invalid({ drawing: { key: 'kernel.field.required' } })
      // Done before the row is written, so that never two are in use.
      if (valueAfter(mapPack, change, 'inUse'))
        await tx.execute(
          'update assets_map_pack set in_use = false, version = version + 1 where tenant_id = $1 and id <> $2 and in_use',
          [tx.tenantId, change.id],
        )
      return { shapes: shapes.length, points: countPoints(shapes) }
    },
  })
}

const IN_USE = {
  name: col.text,
  approvalNumber: col.text.orNull,
  source: col.text,
  datum: col.oneOf(MAP_DATUMS),
  file: col.uuid.orNull,
}

/** Serves the map in use to everybody who sees stations; it is the same for the whole tenant. */
export function groundRoute(): Route {
  return serveCall(mapGround, {
    work: 'read',
    async handle({ tx }) {
      const [row] = await tx.query(
        IN_USE,
        `select name, approval_number as "approvalNumber", source, datum, drawing_file_id as file from assets_map_pack
         where tenant_id = $1 and in_use`,
        [tx.tenantId],
      )
      if (!row?.file) return null
      const { file, ...pack } = row
      return { ...pack, shapes: await shapesOf(tx, file) }
    },
  })
}
