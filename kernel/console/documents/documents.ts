/** Components that draw files and rich texts; `load-documents.ts` loads this file together with its words. */
export { FileCell } from './file-cell.tsx'
export { FileControl } from './file-control.tsx'
export { FileList, FilesShown, Gallery } from './files-shown.tsx'
export { RichTextCell, RichTextShown } from '../rich-text/rich-text-shown.tsx'
