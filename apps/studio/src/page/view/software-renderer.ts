/** Names of renderers that draw without a graphics card. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** Whether the browser draws without a graphics card, where every sample of a pixel costs processor time. */
export function isSoftwareRenderer(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return false;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = names === null ? '' : String(context.getParameter(names.UNMASKED_RENDERER_WEBGL));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return SOFTWARE.test(name);
}
