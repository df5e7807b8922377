// draco3dgltf ships no types. This is what is used of it.

declare module 'draco3dgltf' {
  interface EmscriptenOptions {
    readonly print?: (text: string) => void;
    readonly printErr?: (text: string) => void;
  }

  const draco3d: {
    createDecoderModule(options?: EmscriptenOptions): Promise<object>;
    createEncoderModule(options?: EmscriptenOptions): Promise<object>;
  };
  export default draco3d;
}
